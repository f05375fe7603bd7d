import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { read, urlOf, type ItemType, type Schemas, type Url } from '../api/client.ts'
import { sentenceOf } from '../api/failure.ts'
import { addressOf, addressOfComment } from '../shell/place.ts'
import { ago, count, date } from '../ui/words.ts'
import { inWords, isMachineStep, ofContents } from './event-words.ts'
import { loadGuests, whoDid } from './guests.ts'
import { loadUsers, whoIs } from './people.ts'
import { idsOf, pathOf } from './item.ts'
import { loadTitle, titles } from './titles.ts'

type Entry = Schemas['HistoryEntry']
type Steps = Url<'/api/v2/assets/{asset_id}/history' | '/api/v2/projects/{project_id}/history'>

const SHOWN = 50

/** The history of an item in words, newest first. Consecutive steps of machines are one line. */
export function History ({ type, id, heard }: { type: ItemType, id: string, heard: ReadonlySignal<number> }) {
  const entries = useSignal<readonly Entry[]>([])
  const next = useSignal<Steps | null>(null)
  const failure = useSignal<string | null>(null)

  async function load (url: Steps, before: readonly Entry[]) {
    try {
      const { data, next: following } = await read(url)
      entries.value = [...before, ...data.history]
      next.value = following
      loadGuests(type, id, entries.value)
      failure.value = null
    } catch (error) {
      failure.value = sentenceOf(error)
    }
  }
  useEffect(() => { loadUsers() }, [])
  useEffect(() => { load(urlOf(pathOf(type, '/history'), { path: idsOf(id), query: { limit: SHOWN } }), []) }, [id, heard.value])

  return (
    <section class='history' aria-label='History'>
      <h2>History</h2>
      {failure.value !== null && <p class='wrong'>{failure.value}</p>}
      <ol>
        {runsOf(entries.value).map((run) => run.length === 1
          ? <Step key={run[0]!.id} entry={run[0]!} type={type} />
          : <MachineSteps key={run.at(-1)!.id} run={run} type={type} />)}
      </ol>
      {next.value !== null && (
        <button type='button' class='link' onClick={() => load(next.value!, entries.value)}>Earlier</button>
      )}
    </section>
  )
}

/** Groups consecutive steps of machines. Every other entry stays alone. */
function runsOf (entries: readonly Entry[]): Entry[][] {
  const runs: Entry[][] = []
  for (const entry of entries) {
    const last = runs.at(-1)
    if (last !== undefined && isMachineStep(last[0]!) && isMachineStep(entry)) last.push(entry)
    else runs.push([entry])
  }
  return runs
}

function Step ({ entry, type }: { entry: Entry, type: ItemType }) {
  return (
    <li class={`severity-${entry.severity}`}>
      <span><strong>{isMachineStep(entry) ? whoIs(0) : whoDid(entry)}</strong> <What entry={entry} type={type} /></span>
      <When entry={entry} />
    </li>
  )
}

/** What was done. What was said is a link to the comment; what a run or a drop folder has done, one to that. */
function What ({ entry, type }: { entry: Entry, type: ItemType }) {
  const [before, after] = ofContents[entry.event] ?? []
  if (type === 'project' && before !== undefined) return <>{before} <Named id={entry.targets.asset_id!} /> {after}</>
  const words = inWords(entry, type)
  const { comment_id: comment, run_id: run, drop_folder_id: drop, [`${type}_id`]: id } =
    entry.targets as Readonly<Record<string, string | number | undefined>>
  if (comment === undefined || entry.event.includes('REMOVED')) {
    const by = run !== undefined ? `runs/${run}` : drop !== undefined ? `drop-folders/${drop}` : undefined
    return by === undefined ? <>{words}</> : <a href={addressOf(by)}>{words}</a>
  }
  return <a href={addressOfComment(`${type}s/${id}`, Number(comment))}>{words}</a>
}

/** An asset, by its name as soon as it is known. */
function Named ({ id }: { id: string }) {
  useEffect(() => { loadTitle(id) }, [id])
  return <a href={addressOf(`assets/${id}`)} dir='auto'>{titles.value.get(id) ?? 'an asset'}</a>
}

function MachineSteps ({ run, type }: { run: readonly Entry[], type: ItemType }) {
  const wrong = run.find(({ severity }) => severity === 3)
  return (
    <li class={wrong === undefined ? 'machine' : 'machine severity-3'}>
      <details>
        <summary>
          <strong>{whoIs(0)}</strong> {wrong === undefined ? 'looked after the file' : inWords(wrong, type)}
          <span class='quiet'> {count(run.length, 'step')}</span>
        </summary>
        <ol>{run.map((entry) => <Step key={entry.id} entry={entry} type={type} />)}</ol>
      </details>
      <When entry={run[0]!} />
    </li>
  )
}

function When ({ entry: { time } }: { entry: Entry }) {
  return <time class='quiet' dateTime={time} title={date(time)}>{ago(time)}</time>
}
