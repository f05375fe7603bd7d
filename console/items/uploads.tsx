import { signal } from '@preact/signals'
import { api, done } from '../api/client.ts'
import { Failure, sentenceOf } from '../api/failure.ts'
import { addressOf } from '../shell/place.ts'
import { Icon } from '../ui/icon.tsx'
import { bytes } from '../ui/words.ts'
import { forgetFiles } from './previews.ts'
import { upload } from './upload.ts'

interface Sending {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly sent: number
  readonly assetId: string | null
  readonly state: 'waiting' | 'sending' | 'done' | 'failed'
  readonly failure?: string
  readonly retry?: () => void
  readonly cancel: () => void
}

/** Files that are on their way: they go on while one looks at other screens. */
export const sendings = signal<readonly Sending[]>([])

const PARALLEL = 3
const queue: Array<() => Promise<void>> = []
let running = 0
let count = 0

/** Sends a file to an asset; without one, an asset is made for it first, in the project where one is named. */
export function sendFile (file: File, assetId: string | null, projectId: string | null = null): void {
  const id = ++count
  const stop = new AbortController()
  const say = (news: Partial<Sending>) => {
    sendings.value = sendings.value.map((sending) => sending.id === id ? { ...sending, ...news } : sending)
  }
  const entry: Sending = {
    id, name: file.name, size: file.size, sent: 0, assetId, state: 'waiting', cancel: () => { stop.abort(); drop(id) }
  }
  sendings.value = [...sendings.value, entry]
  let owner = assetId
  const work = async () => {
    if (stop.signal.aborted) return
    try {
      owner ??= await createFor(file, projectId)
      say({ state: 'sending', assetId: owner, failure: undefined })
      await upload(owner, file, { signal: stop.signal, onProgress: (sent) => say({ sent }) })
      say({ state: 'done', sent: file.size })
      forgetFiles(owner)
      setTimeout(() => drop(id), 4000)
    } catch (error) {
      if (!stop.signal.aborted) say({ state: 'failed', failure: sentenceOf(error), retry: () => enqueue(work) })
    }
  }
  enqueue(work)
}

/** The file's name without its end is the first title. */
async function createFor (file: File, projectId: string | null): Promise<string> {
  const title = file.name.replace(/(?<=.)\.[^.]{1,8}$/, '').slice(0, 1000)
  const { asset } = await done(api.POST('/api/v2/assets', { body: { title } }))
  if (projectId !== null && projectId !== 'none') {
    await done(api.POST('/api/v2/assets/{asset_id}/assign', {
      params: { path: { asset_id: asset.id } }, body: { to_project_id: projectId }
    })).catch((error: unknown) => { if (!(error instanceof Failure)) throw error })
  }
  return asset.id
}

function enqueue (work: () => Promise<void>): void {
  queue.push(work)
  if (running < PARALLEL) run()
}

async function run (): Promise<void> {
  running++
  for (let work = queue.shift(); work !== undefined; work = queue.shift()) await work()
  running--
}

function drop (id: number): void {
  sendings.value = sendings.value.filter((sending) => sending.id !== id)
}

/** What is on its way, with how far it is. */
export function Uploads () {
  if (sendings.value.length === 0) return null
  return (
    <section class='uploads' aria-label='Files on their way'>
      <ul>
        {sendings.value.map(({ id, name, size, sent, state, failure, retry, cancel, assetId }) => (
          <li key={id}>
            <span class='upload-name'>{assetId === null ? name : <a href={addressOf(`assets/${assetId}`)}>{name}</a>}</span>
            {state === 'failed'
              ? <span class='wrong'>{failure}</span>
              : <span class='quiet'>{state === 'done' ? 'There' : `${bytes(sent)} of ${bytes(size)}`}</span>}
            {state === 'failed' && <button type='button' class='link' onClick={retry}>Try again</button>}
            {state !== 'done' && (
              <button type='button' class='icon-button small' onClick={cancel}>
                <Icon name='close' /><span class='hidden-text'>Cancel {name}</span>
              </button>
            )}
            <progress max={Math.max(1, size)} value={state === 'done' ? Math.max(1, size) : sent} aria-label={name} />
          </li>
        ))}
      </ul>
    </section>
  )
}
