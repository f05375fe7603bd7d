import type { Schemas } from '../api/client.ts'
import { isAdmin, mayWrite, who } from '../api/session.ts'

export type Run = Schemas['Run']
type Status = Schemas['RunStep']['status']

const WORDS: Readonly<Record<Status, readonly [words: string, kind: string]>> = {
  waiting: ['Waiting', 'off'],
  ready: ['Ready', 'off'],
  running: ['Running', 'fair'],
  completed: ['Completed', 'good'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'off']
}

export const runStatuses = ['waiting', 'running', 'completed', 'failed', 'cancelled'] as const satisfies ReadonlyArray<Run['status']>

export function wordOf (status: Status): string {
  return WORDS[status][0]
}

/** The state of a run, or of a step. */
export function RunState ({ status }: { status: Status }) {
  const [words, kind] = WORDS[status]
  return <span class={`state ${kind}`}>{words}</span>
}

/** How far it is, while that moves. */
export function Progress (
  { of: { status, progress }, name }: { of: { status: Status, progress: number }, name: string }
) {
  if (status !== 'running' && (status !== 'waiting' || progress === 0)) return null
  return (
    <span class='run-progress'>
      <progress max={1} value={progress} aria-label={name} /> {Math.floor(progress * 100)} %
    </span>
  )
}

export function isOpen ({ status }: Pick<Run, 'status'>): boolean {
  return status === 'waiting' || status === 'running'
}

/** Whether the user may end it: it is the user's own, or the user is an administrator. */
export function mayCancel (run: Run): boolean {
  return mayWrite.value && isOpen(run) && (isAdmin.value || run.user_id === who.value?.user.id)
}

/** Changes that runs make. Their progress is none. */
export function isOfRun ({ event }: { readonly event: string }): boolean {
  return event.endsWith('_DAG_ACTION_RUN')
}
