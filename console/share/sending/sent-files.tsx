import { useSignal } from '@preact/signals'
import { bytes, count } from '../../ui/words.ts'
import type { Queue } from './queue.ts'

const FIRST = 20
const MORE = 200

/** What this browser has sent by the link, the newest first. */
export function SentFiles ({ queue: { there, drawn } }: { queue: Queue }) {
  const shown = useSignal(FIRST)
  if (there.length === 0) return null
  return (
    <section aria-label='Sent from this browser' data-drawn={drawn.value}>
      <h2>Sent from this browser: {count(there.length, 'file')}</h2>
      <ul class='send-lines'>
        {there.slice(-shown.value).reverse().map(({ path, size, time }) => (
          <li key={`${size} ${time} ${path}`}>
            <span class='send-name'><bdi>{path}</bdi></span><span class='quiet'>{bytes(size)}</span>
          </li>
        ))}
      </ul>
      {there.length > shown.value && (
        <button type='button' class='button' onClick={() => { shown.value += MORE }}>Show more</button>
      )}
    </section>
  )
}
