const DAY_MS = 24 * 60 * 60_000
const PREFIX = 'cutroom.upload '

/**
 * What a browser remembers of an upload for a day, so that it goes on after a reload. Nothing elsewhere, and for files
 * that cannot be told apart.
 */
export function recall (parts: readonly unknown[] | null) {
  const storage = parts === null ? undefined : storageOf()
  const name = PREFIX + JSON.stringify(parts)
  return {
    get<Kept> (): Kept | null {
      try {
        const { at, kept } = JSON.parse(storage?.getItem(name) ?? 'null') ?? {}
        return typeof at === 'number' && Date.now() - at < DAY_MS ? kept : null
      } catch {
        return null
      }
    },
    set (kept: unknown): void {
      try {
        storage?.setItem(name, JSON.stringify({ at: Date.now(), kept }))
      } catch {
        // A full storage only costs the resumption.
      }
    },
    forget: (): void => storage?.removeItem(name)
  }
}

/** Forgets all that was begun: somebody else may use the browser. */
export function forgetAll (): void {
  const storage = storageOf()
  for (const name of Object.keys(storage ?? {})) if (name.startsWith(PREFIX)) storage!.removeItem(name)
}

/** Node has a `localStorage` that warns; a page without rights to it throws. */
function storageOf (): Storage | undefined {
  try {
    return typeof document === 'undefined' ? undefined : localStorage
  } catch {
    return undefined
  }
}
