import { computed, signal } from '@preact/signals'
import { Failure, sentenceOf } from '../api/failure.ts'
import { insist } from '../api/insist.ts'
import { onceKey } from '../../client/once.ts'
import { tell, tellFailure } from '../ui/notes.tsx'
import { checksumOf, findTwin } from './checksum.ts'
import { remove, trash } from './item.ts'
import { makeItem } from './make.ts'
import { hearOfFiles } from './previews.ts'

export interface Sending {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly sent: number
  readonly assetId: string | null
  /** `known`: an asset has the same bytes already, so that nothing is sent unless somebody wants to. */
  readonly state: 'waiting' | 'sending' | 'done' | 'failed' | 'known'
  readonly twin?: { readonly id: string, readonly title: string }
  readonly failure?: string | undefined
  /** Why the upload waits. */
  readonly paused?: string | null
  readonly retry?: () => void
  readonly cancel: () => void
}

/** Uploads under way: they continue while other pages are shown. */
export const sendings = signal<readonly Sending[]>([])
/** All files since the list was empty, and those of them that are there. */
export const batch = signal({ total: 0, done: 0 })
/** Files that are going to be sent. */
export const filesComing = computed(() => sendings.value.filter(isMoving).length)

export function isMoving ({ state }: Sending): boolean {
  return state === 'waiting' || state === 'sending'
}

const PARALLEL = 3
const SHOWN_MS = 4000
const queue: Array<() => Promise<void>> = []
let running = 0
let count = 0

/** Sends a file to an asset. Without one, an asset is made first, in the project if there is one. */
export function sendFile (file: File, assetId: string | null, projectId: string | null = null): void {
  const id = ++count
  const stop = new AbortController()
  let owner = assetId
  let mayBeTwin = assetId !== null
  const once = onceKey()
  const say = (news: Partial<Sending>) => {
    sendings.value = sendings.value.map((sending) => sending.id === id ? { ...sending, ...news } : sending)
  }

  async function work (): Promise<void> {
    if (stop.signal.aborted) return
    try {
      say({ state: 'sending', failure: undefined })
      const persistence = { signal: stop.signal, onPause: (why: string) => say({ paused: why }) }
      const checksum = await checksumOf(file, stop.signal)
      const twin = checksum === null || mayBeTwin ? null : await findTwin(checksum).catch(() => null)
      stop.signal.throwIfAborted()
      if (twin !== null) {
        tell(`${file.name} is here already, as ${twin.title || 'Untitled'}: it was not sent.`, undefined, 'twin')
        return say({ state: 'known', twin, retry: () => { mayBeTwin = true; enqueue(work) } })
      }
      owner ??= await insist(() => createFor(file, projectId, once), persistence)
      stop.signal.throwIfAborted()
      say({ assetId: owner })
      const { upload } = await import('./upload.ts')
      await upload(owner, file, { ...persistence, checksum, onProgress: (sent) => say({ sent, paused: null }) })
      say({ state: 'done', sent: file.size })
      batch.value = { ...batch.value, done: batch.value.done + 1 }
      hearOfFiles(owner)
      setTimeout(() => drop(id), SHOWN_MS)
    } catch (error) {
      if (!stop.signal.aborted) say({ state: 'failed', paused: null, failure: sentenceOf(error), retry: () => enqueue(work) })
    } finally {
      if (stop.signal.aborted) await tidy()
    }
  }

  /** Leaves no asset without a file behind. */
  async function tidy (): Promise<void> {
    if (assetId !== null || owner === null) return
    const gone = owner
    owner = null
    const persistence = { signal: new AbortController().signal, onPause: () => {} }
    await insist(() => removeEmpty(gone), persistence).catch(tellFailure)
  }

  function cancel (): void {
    stop.abort()
    drop(id)
    batch.value = { ...batch.value, total: batch.value.total - 1 }
    tidy()
  }

  batch.value = sendings.value.length === 0 ? { total: 1, done: 0 } : { ...batch.value, total: batch.value.total + 1 }
  sendings.value = [...sendings.value, { id, name: file.name, size: file.size, sent: 0, assetId, state: 'waiting', cancel }]
  enqueue(work)
}

/** The first title is the file's name without its extension. `once` makes a repeated call create no second asset. */
async function createFor (file: File, projectId: string | null, once: string): Promise<string> {
  const title = file.name.replace(/(?<=.)\.[^.]{1,8}$/, '').slice(0, 1000)
  return makeItem('asset', title, projectId === 'none' ? null : projectId, once)
}

/** Deletes an asset whose upload was cancelled. If the user may not delete it, moves it to the trash. */
async function removeEmpty (id: string): Promise<void> {
  try {
    await remove('asset', id)
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 403) throw error
    await trash('asset', id)
  }
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
  if (filesComing.value > 0) event.preventDefault()
})
