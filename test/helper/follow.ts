import { setTimeout as delay } from 'node:timers/promises'

const PAUSE_MS = 20

/** A change as a reader got it. */
export interface Seen {
  readonly id: string
  readonly event: string
  readonly assetId: string | undefined
}

/** A reader that follows the changes from the beginning, even if the processes that it asks end. */
export interface Reading {
  readonly seen: Seen[]
  /** The cursor after the last change. */
  place: string | null
  /** How often it had to ask again. */
  interruptions: number
  failure: Error | null
  readonly ended: Promise<void>
  readonly stop: () => void
}

export interface ReaderOptions {
  /** The URL of the next request. */
  readonly urlOf: () => string
  readonly headers: Record<string, string>
  readonly query: () => string
}

/** Reads page after page. */
export function followByPages ({ urlOf, headers, query }: ReaderOptions): Reading {
  return startReading(async (reading, signal) => {
    const since = reading.place === null ? '' : `&since=${reading.place}`
    const answer = await fetch(`${urlOf()}/changes?${query()}${since}`, { headers, signal })
    const text = await answer.text()
    requireAnswer(answer.status, text)
    if (!answer.ok) return
    const { changes, next, more } = JSON.parse(text)
    reading.seen.push(...changes.map(toSeen))
    reading.place = next
    if (!more) await delay(PAUSE_MS)
  })
}

/** Reads a stream of server-sent events. When it ends, opens another one after the last event. */
export function followByStream ({ urlOf, headers, query }: ReaderOptions): Reading {
  return startReading(async (reading, signal) => {
    const last: Record<string, string> = reading.place === null ? {} : { 'last-event-id': reading.place }
    const answer = await fetch(`${urlOf()}/changes?${query()}`, {
      headers: { ...headers, ...last, accept: 'text/event-stream' },
      signal
    })
    if (!answer.ok) return requireAnswer(answer.status, await answer.text())
    let text = ''
    for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + piece).split('\n\n')
      // An incomplete block at the end is dropped.
      text = blocks.pop()!
      for (const block of blocks) {
        const [, cursor, , data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? []
        if (data === undefined) continue
        reading.seen.push(toSeen(JSON.parse(data)))
        reading.place = cursor!
      }
    }
  })
}

function startReading (read: (reading: Reading, signal: AbortSignal) => Promise<void>): Reading {
  const stopping = new AbortController()
  let request = new AbortController()
  const stop = () => {
    stopping.abort()
    request.abort()
  }
  const reading: Reading = { seen: [], place: null, interruptions: 0, failure: null, ended: Promise.resolve(), stop }

  async function readOn (): Promise<void> {
    while (!stopping.signal.aborted && reading.failure === null) {
      // One for each request: listeners live as long as the controller.
      request = new AbortController()
      try {
        await read(reading, request.signal)
      } catch (error) {
        if (error instanceof WrongAnswer) reading.failure = error
        reading.interruptions++
        await delay(PAUSE_MS)
      }
    }
  }

  return Object.assign(reading, { ended: readOn() })
}

class WrongAnswer extends Error {}

/** Accepts 200, and 503: a process that has just started may be busy. */
function requireAnswer (status: number, text: string): void {
  if (status !== 200 && status !== 503) throw new WrongAnswer(`A reader was answered ${status} ${text}`)
}

function toSeen ({ id, event, targets }: { id: string, event: string, targets: { asset_id?: string } }): Seen {
  return { id, event, assetId: targets.asset_id }
}
