import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask, nextPage, type ItemType, type Schemas } from '../api/client.ts'
import { sentenceOf } from '../api/failure.ts'
import { ago, date } from '../ui/words.ts'
import { inWords } from './event-words.ts'
import { emailOf, loadUsers } from './people.ts'
import { pathOf } from './item.ts'

type Entry = Schemas['HistoryEntry']

const SHOWN = 20

/** The history of an item in words, newest first. */
export function History ({ type, id, heard }: { type: ItemType, id: string, heard: ReadonlySignal<number> }) {
  const entries = useSignal<readonly Entry[]>([])
  const next = useSignal<string | null>(null)
  const failure = useSignal<string | null>(null)

  async function load (path: string, before: readonly Entry[]) {
    try {
      const answer = await ask('GET', path)
      entries.value = [...before, ...((await answer.json()) as { history: Entry[] }).history]
      next.value = nextPage(answer)
    } catch (error) {
      failure.value = sentenceOf(error)
    }
  }
  useEffect(() => { loadUsers() }, [])
  useEffect(() => { load(`${pathOf(type, id)}/history?limit=${SHOWN}`, []) }, [id, heard.value])

  return (
    <section class='history' aria-label='History'>
      <h2>History</h2>
      {failure.value !== null && <p class='wrong'>{failure.value}</p>}
      <ol>
        {entries.value.map((entry) => (
          <li key={entry.id} class={`severity-${entry.severity}`}>
            <span><strong>{emailOf(entry.user_id)}</strong> {inWords(entry, type)}</span>
            <time class='quiet' dateTime={entry.time} title={date(entry.time)}>{ago(entry.time)}</time>
          </li>
        ))}
      </ol>
      {next.value !== null && <button type='button' class='link' onClick={() => load(next.value!, entries.value)}>Earlier</button>}
    </section>
  )
}
