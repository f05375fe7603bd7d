import { signal } from '@preact/signals'
import { request, type Asset } from '../api/client.ts'
import { sentenceOf } from '../api/failure.ts'
import { insist } from '../api/insist.ts'
import { addressOf } from '../shell/place.ts'
import { Icon } from '../ui/icon.tsx'
import { bytes } from '../ui/words.ts'
import { assign } from './item.ts'
import { hearOfFiles } from './previews.ts'
import { upload } from './upload.ts'

interface Sending {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly sent: number
  readonly assetId: string | null
  readonly state: 'waiting' | 'sending' | 'done' | 'failed'
  readonly failure?: string | undefined
  /** Why the upload waits. */
  readonly paused?: string | null
  readonly retry?: () => void
  readonly cancel: () => void
}

/** Uploads under way: they continue while other pages are shown. */
export const sendings = signal<readonly Sending[]>([])

const PARALLEL = 3
const queue: Array<() => Promise<void>> = []
let running = 0
let count = 0

/** Sends a file to an asset. Without one, an asset is made first, in the project if there is one. */
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
  const once = `console-${[...crypto.getRandomValues(new Uint32Array(4))].join('-')}`
  const work = async () => {
    if (stop.signal.aborted) return
    try {
      say({ state: 'sending', failure: undefined })
      const persistence = { signal: stop.signal, onPause: (why: string) => say({ paused: why }) }
      owner ??= await insist(() => createFor(file, projectId, once), persistence)
      say({ assetId: owner })
      await upload(owner, file, { ...persistence, onProgress: (sent) => say({ sent, paused: null }) })
      say({ state: 'done', sent: file.size })
      hearOfFiles(owner)
      setTimeout(() => drop(id), 4000)
    } catch (error) {
      if (!stop.signal.aborted) say({ state: 'failed', paused: null, failure: sentenceOf(error), retry: () => enqueue(work) })
    }
  }
  enqueue(work)
}

/** The first title is the file's name without its extension. `once` makes a repeated call create no second asset. */
async function createFor (file: File, projectId: string | null, once: string): Promise<string> {
  const title = file.name.replace(/(?<=.)\.[^.]{1,8}$/, '').slice(0, 1000)
  const { asset } = await request<{ asset: Asset }>('POST', '/api/v2/assets', { title }, { headers: { 'idempotency-key': once } })
  if (projectId !== null && projectId !== 'none') await assign('asset', asset.id, projectId)
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

// Leaving the page would end the uploads.
window.addEventListener('beforeunload', (event) => {
  if (sendings.value.some(({ state }) => state === 'waiting' || state === 'sending')) event.preventDefault()
})

/** The uploads under way, with their progress. */
export function Uploads () {
  if (sendings.value.length === 0) return null
  return (
    <section class='uploads' aria-label='Files on their way'>
      <ul>
        {sendings.value.map(({ id, name, size, sent, state, paused, failure, retry, cancel, assetId }) => (
          <li key={id}>
            <span class='upload-name'>{assetId === null ? name : <a href={addressOf(`assets/${assetId}`)}>{name}</a>}</span>
            {state === 'failed' || paused != null
              ? <span class='wrong' role='alert'>{failure ?? `Waiting: ${paused!}`}</span>
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
