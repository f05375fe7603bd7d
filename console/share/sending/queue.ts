import { signal } from '@preact/signals'
import { isJunk } from '../../../src/basics/junk.ts'
import type { Picked } from '../../ui/picked.ts'
import type { LinkApi, SharedLink } from '../api.ts'
import { createHold } from './hold.ts'
import { createMemory, type Told } from './memory.ts'
import { sendOne } from './one.ts'
import { leftOutOf, refusalOf, tooLarge } from './words.ts'

/** A file that was chosen. */
export interface Sending extends Told {
  readonly id: number
  readonly file: File
  state: 'waiting' | 'sending' | 'failed' | 'there' | 'gone'
  /** Bytes that have arrived. */
  sent: number
  /** Why it has failed, or waits. */
  why: string
  stop: AbortController
}

/** Files that are sent at the same time. */
const PARALLEL = 4
/** The shortest time between two drawings of the page. */
const DRAW_MS = 200

/**
 * The files that a guest sends. They go on while another part of the page is shown. Each change costs the same, however
 * many files there are: `drawn` tells the page to look again.
 */
export function createQueue (api: LinkApi, token: string) {
  const memory = createMemory(token)
  const drawn = signal(0)
  const files = new Map<string, Sending>()
  const waiting: Sending[] = []
  const sending = new Set<Sending>()
  const failed = new Set<Sending>()
  /** What this browser has sent, the oldest first. */
  const there: Told[] = memory.list()
  const totals = { files: 0, bytes: 0, there: 0, sent: 0, known: 0, junk: 0, begun: 0 }
  const hold = createHold(api, { onChange: draw, onFree: run })
  let head = 0
  let counted = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let link: SharedLink | null = null
  let name = ''

  function draw (): void {
    timer ??= setTimeout(() => {
      timer = undefined
      drawn.value++
    }, DRAW_MS)
  }

  const isBusy = () => sending.size > 0 || head < waiting.length

  function add (picked: readonly Picked[], by: string, to: SharedLink): void {
    name = by
    link = to
    Object.assign(totals, { known: 0, junk: 0 })
    for (const { file, folder } of picked) {
      const path = folder === '' ? file.name : `${folder}/${file.name}`
      if (isJunk(path)) totals.junk++
      else addOne(file, path)
    }
    memory.setChosen(isBusy() ? { files: totals.files, bytes: totals.bytes } : null)
    hold.release()
  }

  function addOne (file: File, path: string): void {
    const told: Told = { path, size: file.size, time: file.lastModified }
    const key = `${told.size} ${told.time} ${path}`
    const known = files.get(key)
    if (memory.isThere(told) || known?.state === 'there') {
      totals.known++
      return
    }
    if (known !== undefined && known.state !== 'failed') return
    if (known !== undefined) leave(known)
    const added: Sending = {
      ...told, id: ++counted, file, state: 'waiting', sent: 0, why: '', stop: new AbortController()
    }
    files.set(key, added)
    totals.files++
    totals.bytes += file.size
    const most = link!.max_file_bytes ?? Infinity
    if (file.size > most) fail(added, tooLarge(file.size, most))
    else waiting.push(added)
  }

  /** A file that does not count any more. */
  function leave (one: Sending): void {
    failed.delete(one)
    totals.files--
    totals.bytes -= one.size
    move(one, 0)
  }

  function move (one: Sending, to: number): void {
    totals.sent += to - one.sent
    one.sent = to
  }

  function fail (one: Sending, why: string): void {
    one.state = 'failed'
    one.why = why
    move(one, 0)
    failed.add(one)
  }

  function run (): void {
    while (sending.size < PARALLEL && head < waiting.length && !hold.isHeld()) {
      const one = waiting[head++]!
      if (one.state !== 'waiting') continue
      one.state = 'sending'
      sending.add(one)
      work(one).finally(() => {
        sending.delete(one)
        draw()
        run()
      })
    }
    if (head > 1000 && head * 2 > waiting.length) {
      waiting.splice(0, head)
      head = 0
    }
    if (counted > 0 && !isBusy() && failed.size === 0) memory.setChosen(null)
    hold.stayAwake(sending.size > 0)
  }

  async function work (one: Sending): Promise<void> {
    const { stop: { signal } } = one
    const say = (why: string) => {
      one.why = why
      draw()
    }
    try {
      await sendOne(one.file, one, {
        api,
        memory,
        name,
        signal,
        onProgress: (sent) => {
          move(one, sent)
          say('')
        },
        onPause: say,
        onBegun: () => { totals.begun++ }
      })
      move(one, one.size)
      memory.setThere(one)
      one.state = 'there'
      totals.there++
      there.push({ path: one.path, size: one.size, time: one.time })
    } catch (error) {
      if (signal.aborted) return
      const what = await hold.judge(error as Error)
      if (what === 'again') {
        one.state = 'waiting'
        one.why = ''
        waiting.push(one)
      } else fail(one, refusalOf(error))
      if (what === 'full') for (const other of waiting.slice(head)) if (other.state === 'waiting') fail(other, refusalOf(error))
    }
  }

  return {
    drawn,
    totals,
    sending,
    failed,
    there,
    hold,
    /** Those that wait, the first ones. */
    next: (most: number): Sending[] => waiting.slice(head, head + most).filter(({ state }) => state === 'waiting'),
    add,
    goOn: hold.release,
    /** What was chosen before a reload of the page, if not all of it was sent. */
    before: memory.chosen(),
    cancel (one: Sending): void {
      if (one.state === 'there') return
      one.stop.abort()
      leave(one)
      one.state = 'gone'
      files.delete(`${one.size} ${one.time} ${one.path}`)
      draw()
    },
    /** Tries one that has failed, or all of them. */
    again (only?: Sending): void {
      for (const one of only === undefined ? [...failed] : [only]) {
        Object.assign(one, { state: 'waiting', why: '', stop: new AbortController() })
        failed.delete(one)
        waiting.push(one)
      }
      hold.release()
    },
    leftOut: (): string => leftOutOf(totals)
  }
}

export type Queue = ReturnType<typeof createQueue>
