import { settingsFile } from '../process/settings-file.js'
import { checksFor, type Asked } from './checks.js'
import { runChecks, type Examination } from './run.js'
import { createSubject } from './subject.js'

export interface ExamineOptions extends Asked {
  /** The folder of --data, whose `.env` has the settings. */
  readonly data?: string | undefined
}

/** Looks at an installation, also while its service runs, and leaves nothing behind. */
export async function examine (
  environment: NodeJS.ProcessEnv, { data, ...asked }: ExamineOptions
): Promise<Examination> {
  const subject = createSubject({ environment, file: settingsFile(data), backup: asked.backup })
  try {
    return await runChecks(checksFor(asked), subject)
  } finally {
    await subject.close()
  }
}
