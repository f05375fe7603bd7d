import { settingsFile } from '../process/settings-file.js'
import { checks } from './checks.js'
import { runChecks, type Examination } from './run.js'
import { createSubject } from './subject.js'

export interface ExamineOptions {
  /** The folder of --data, whose `.env` has the settings. */
  readonly data?: string | undefined
}

/** Looks at an installation, also while its service runs, and leaves nothing behind. */
export async function examine (environment: NodeJS.ProcessEnv, { data }: ExamineOptions): Promise<Examination> {
  const subject = createSubject({ environment, file: settingsFile(data) })
  try {
    return await runChecks(checks, subject)
  } finally {
    await subject.close()
  }
}
