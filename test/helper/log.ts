import { pino, type Logger } from 'pino'

const WARN = 40

/** A log that is kept for a test. */
export interface KeptLog {
  readonly logger: Logger
  /** The lines with this message, oldest first. */
  readonly about: (message: string) => any[]
}

export function keepLog (): KeptLog {
  const lines: any[] = []
  return {
    logger: pino({ level: 'info' }, { write: (line: string) => { lines.push(JSON.parse(line)) } }),
    about: (message) => lines.filter(({ msg }) => msg === message)
  }
}

/** Whether a line is a warning of a final failure. */
export function isWarning ({ level }: { level: number }): boolean {
  return level === WARN
}
