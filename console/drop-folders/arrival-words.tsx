import type { Schemas } from '../api/client.ts'

export type Arrival = Schemas['Arrival']
export type Status = Arrival['status']

const WORDS: Readonly<Record<Status, readonly [words: string, kind: string]>> = {
  failed: ['Failed', 'bad'],
  waiting: ['Waiting', 'off'],
  arriving: ['Arriving', 'fair'],
  done: ['In', 'good'],
  duplicate: ['Duplicate', 'off'],
  left_out: ['Left out', 'off']
}

export const arrivalStatuses = Object.keys(WORDS) as readonly Status[]

export function wordOf (status: Status): string {
  return WORDS[status][0]
}

/** The state of an arrival, and how far it is while its bytes are read. */
export function ArrivalState ({ arrival: { status, progress, size, path } }: { arrival: Arrival }) {
  const [words, kind] = WORDS[status]
  return (
    <>
      <span class={`state ${kind}`}>{words}</span>
      {status === 'arriving' && size > 0 && (
        <span class='run-progress'>
          {' '}<progress max={size} value={progress} aria-label={`Progress of ${path}`} />{' '}
          {Math.floor(Math.min(1, progress / size) * 100)} %
        </span>
      )}
    </>
  )
}
