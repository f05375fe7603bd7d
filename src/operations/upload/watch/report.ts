import type { Progress } from '../../progress.js'
import { reasonOf, shown } from '../service.js'

/** Folders that are one thing, as the cards of cameras: so many are named. */
const MOST_LEFT_OUT = 1000

/** What a watch tells: a line for what has happened, and the progress of what is sent. */
export function createReport (progress: Progress, tell: (line: string) => void) {
  const leftOut = new Set<string>()
  const sending = new Map<string, { sent: number, size: number }>()
  let waitsFor = ''

  function say (line: string): void {
    progress.end()
    tell(line)
  }

  return {
    say,

    /** What it waits for is said once. */
    waits (why: string): void {
      if (waitsFor !== why) say(`waiting: ${waitsFor = why}`)
    },

    onPause (failure: unknown): void {
      this.waits(reasonOf(failure))
    },

    leaveOut (path: string): void {
      if (leftOut.has(path) || leftOut.size === MOST_LEFT_OUT) return
      leftOut.add(path)
      say(`${shown(path)}: left out`)
    },

    leftOut: (): string[] => [...leftOut],

    sends (path: string, sent: number, size: number): void {
      waitsFor = ''
      sending.set(path, { sent, size })
      const all = [...sending.values()]
      const sum = (name: 'sent' | 'size') => all.reduce((total, each) => total + each[name], 0)
      progress.report(`Sending ${all.length === 1 ? shown(path) : `${all.length} files`}`, sum('sent'), sum('size'))
    },

    hasSent: (path: string): void => { sending.delete(path) }
  }
}
