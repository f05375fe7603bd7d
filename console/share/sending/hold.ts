import { Failure } from '../../api/failure.ts'
import type { LinkApi } from '../api.ts'

/** How long it waits while the other side has paused it. */
const PAUSED_MS = 30_000

interface HoldOptions {
  readonly onChange: () => void
  /** Called when files may be begun again. */
  readonly onFree: () => void
}

type Reason = 'ended' | 'locked' | 'full' | 'later' | 'paused'

/** What keeps files from being begun. Those that are under way go on. */
export function createHold (api: LinkApi, { onChange, onFree }: HoldOptions) {
  let held: { readonly reason: Reason, readonly why: string } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let awake: Promise<WakeLockSentinel | null> | null = null

  function set (reason: Reason, why: string, ms?: number): void {
    held = { reason, why }
    clearTimeout(timer)
    if (ms !== undefined) timer = setTimeout(release, ms)
    onChange()
  }

  function release (): void {
    clearTimeout(timer)
    held = null
    onChange()
    onFree()
  }

  return {
    isHeld: () => held !== null,
    why: () => held?.why ?? '',
    reason: () => held?.reason ?? null,
    release,

    /** What becomes of a file: it is tried `again`, later if need be, it has `failed`, or so have all that wait. */
    async judge (error: Error): Promise<'again' | 'failed' | 'full'> {
      if (!(error instanceof Failure)) return 'failed'
      const { status, message, retryAfter } = error
      if (status === 401) {
        set('locked', 'The password is needed again.')
        return 'again'
      }
      if (status === 429) {
        const seconds = retryAfter ?? 60
        const at = new Date(Date.now() + seconds * 1000).toLocaleTimeString(undefined, { timeStyle: 'short' })
        set('later', `So many files at once are not taken: it goes on by itself at ${at}.`, seconds * 1000)
        return 'again'
      }
      if (message.startsWith('Drop folder is paused')) {
        set('paused', 'The other side has paused this. It goes on by itself.', PAUSED_MS)
        return 'again'
      }
      if (/ more files\.?$/.test(message)) {
        set('full', message)
        return 'full'
      }
      if ((status === 404 || status === 403) && await hasEnded()) {
        set('ended', 'This link has ended: no more files are taken. What has been sent stays.')
        return 'full'
      }
      return 'failed'
    },

    /** Keeps a phone from sleeping meanwhile, where that is possible. */
    stayAwake (isWanted: boolean): void {
      if (isWanted === (awake !== null)) return
      if (isWanted) awake = navigator.wakeLock?.request('screen').catch(() => null) ?? Promise.resolve(null)
      else {
        awake?.then((lock) => lock?.release())
        awake = null
      }
    }
  }

  async function hasEnded (): Promise<boolean> {
    return api.request('GET', '/api/v2/shared/assets').then(() => false, (error: unknown) =>
      error instanceof Failure && error.status === 404)
  }
}
