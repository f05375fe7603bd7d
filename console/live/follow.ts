import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { retryAfterIn } from '../../client/error.ts'
import { backoff, pause } from '../../client/pause.ts'
import { api, done, type Schemas } from '../api/client.ts'
import { home } from '../api/home.ts'
import { headersOf, key } from '../api/key.ts'
import { askForKey } from '../api/session.ts'
import { createPace } from './pace.ts'
import { readEvents } from './read-events.ts'

export type Change = Schemas['Change']
/** `null`: changes were missed, so that everything must be loaded again. */
type Listener = (change: Change | null) => void

/** Whether the stream of changes is connected. */
export const isLive = signal<boolean | null>(null)

/** A hidden tab closes its connection after this time: browsers have six for all tabs together. */
const HIDDEN_MS = 10_000
/** The service sends something every 15 s: after this silence, the connection counts as lost. */
const SILENCE_MS = 40_000

const listeners = new Set<Listener>()
let cursor: string | null = null
let stop = new AbortController()
let isFollowing = false

/** Calls the listener for every change, as long as a screen follows changes. */
export function hear (listener: Listener): void {
  listeners.add(listener)
}

/**
 * While a screen is shown, does its work soon after the changes that it is about, and after missed ones: once for all
 * that come together.
 */
export function useChanges (isAbout: (change: Change) => boolean, work: () => Promise<unknown>): void {
  const current = useRef({ isAbout, work })
  current.current = { isAbout, work }
  useEffect(() => {
    const pace = createPace(async () => current.current.work())
    const hear: Listener = (change) => { if (change === null || current.current.isAbout(change)) pace.call() }
    listeners.add(hear)
    followWhileSeen()
    return () => {
      listeners.delete(hear)
      pace.stop()
    }
  }, [])
}

async function followWhileSeen (): Promise<void> {
  if (isFollowing) return
  isFollowing = true
  let failures = 0
  while (key.value !== null) {
    await untilSeen()
    stop = new AbortController()
    try {
      await follow(() => { failures = 0 })
    } catch {}
    if (document.visibilityState === 'hidden') continue
    isLive.value = false
    // Of those that have lost the connection at the same time, not all come back at the same time.
    await pause(backoff(++failures) * (0.75 + Math.random() / 2))
  }
  isFollowing = false
  cursor = null
  isLive.value = null
}

async function follow (onOpen: () => void): Promise<void> {
  cursor ??= (await done(api.GET('/api/v2/changes', { params: { query: { since: 'now' } as never } }))).next
  const sentWith = key.value
  if (sentWith === null) return
  const answer = await fetch(`${home}/api/v2/changes?include=item`, {
    headers: { ...headersOf(sentWith), accept: 'text/event-stream', 'last-event-id': cursor },
    signal: stop.signal
  })
  if (answer.status === 401) {
    await askForKey(sentWith)
    return
  }
  if (answer.status === 422) {
    // After a restore there is a new history.
    cursor = null
    tell(null)
  }
  if (!answer.ok || answer.body === null) {
    await pause((retryAfterIn(answer) ?? 0) * 1000)
    throw new Error('no stream')
  }
  isLive.value = true
  onOpen()
  const silence = createTimer(SILENCE_MS, () => stop.abort())
  try {
    for await (const { id, data } of readEvents(answer.body, silence.begin)) {
      cursor = id
      tell(JSON.parse(data) as Change)
    }
  } finally {
    silence.end()
  }
  throw new Error('the stream has ended')
}

function tell (change: Change | null): void {
  for (const listener of [...listeners]) listener(change)
}

async function untilSeen (): Promise<void> {
  if (document.visibilityState === 'visible') return
  await new Promise<void>((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
  })
}

function createTimer (ms: number, work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => clearTimeout(timer)
  return {
    begin: () => {
      end()
      timer = setTimeout(work, ms)
    },
    end
  }
}

const hiding = createTimer(HIDDEN_MS, () => stop.abort())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') hiding.begin()
  else hiding.end()
})
window.addEventListener('offline', () => stop.abort())
key.subscribe((value) => { if (value === null) stop.abort() })
