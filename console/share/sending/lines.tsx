import { bytes, count, number } from '../../ui/words.ts'
import type { Queue, Sending } from './queue.ts'

/** How many lines are drawn. Of more files, those that need attention come first. */
const SHOWN = 60
const FAILED_SHOWN = 40

/** The files on their way, with the progress of all of them and of each. */
export function UnderWay ({ queue }: { queue: Queue }) {
  // Drawn again when something has changed.
  const drawn = queue.drawn.value
  const { totals, failed, sending, hold } = queue
  if (totals.files === 0) {
    const leftOut = queue.leftOut()
    return leftOut === '' ? null : <p class='quiet' role='status'>{leftOut}.</p>
  }
  const shown = [...first(failed, FAILED_SHOWN), ...sending]
  const lines = [...shown, ...queue.next(Math.max(0, SHOWN - shown.length))]
  const rest = totals.files - totals.there - lines.length
  const isDone = totals.there === totals.files
  return (
    <section aria-label='Files on their way' data-drawn={drawn}>
      <div class='send-head'>
        <strong>{number(totals.there)} of {count(totals.files, 'file')}</strong>
        <span class='quiet'>{bytes(totals.sent)} of {bytes(totals.bytes)}</span>
        {failed.size > 1 && <button type='button' class='button' onClick={() => queue.again()}>Try all again</button>}
      </div>
      <progress max={Math.max(1, totals.bytes)} value={isDone ? Math.max(1, totals.bytes) : totals.sent} aria-label='All files' />
      <p class='hidden-text' role='status'>{spoken(queue)}</p>
      {hold.isHeld() && <p class='wrong' role='alert'>{hold.why()}</p>}
      {isDone && <p class='good'>All files have been sent. You can close this page.</p>}
      {queue.leftOut() !== '' && <p class='quiet'>{queue.leftOut()}.</p>}
      {lines.length > 0 && (
        <ul class='send-lines'>
          {lines.map((one) => <Line key={one.id} one={one} queue={queue} />)}
          {rest > 0 && <li class='quiet'>and {number(rest)} more</li>}
        </ul>
      )}
    </section>
  )
}

function Line ({ one, queue }: { one: Sending, queue: Queue }) {
  const { path, size, sent, state, why } = one
  return (
    <li>
      <span class='send-name'><bdi>{path}</bdi></span>
      {why !== '' && <span class='wrong'>{state === 'failed' ? why : `Waiting: ${why}`}</span>}
      {why === '' && <span class='quiet'>{state === 'waiting' ? 'Waiting' : `${bytes(sent)} of ${bytes(size)}`}</span>}
      {state === 'failed'
        ? <button type='button' class='link' onClick={() => queue.again(one)}>Try again<span class='hidden-text'> {path}</span></button>
        : <button type='button' class='link' onClick={() => queue.cancel(one)}>Cancel<span class='hidden-text'> {path}</span></button>}
      {state === 'sending' && <progress max={Math.max(1, size)} value={sent} aria-label={path} />}
    </li>
  )
}

/** What a screen reader says: not each file, of many. */
function spoken ({ totals, failed }: Queue): string {
  const { there, files, sent, bytes: all } = totals
  const failures = failed.size === 0 ? '' : `, ${number(failed.size)} failed`
  if (there === files) return `All ${count(files, 'file')} have been sent`
  const tenth = Math.floor((all === 0 ? there / files : sent / all) * 10)
  return `${tenth * 10} percent of ${count(files, 'file')}${failures}`
}

function first<Element> (of: Iterable<Element>, most: number): Element[] {
  const found: Element[] = []
  for (const each of of) if (found.push(each) >= most) break
  return found
}
