/**
 * What this browser has sent by a link, and is sending: an entry for each file, so that each costs the same however
 * many there are. Where the browser keeps nothing, or no more, files are only sent again.
 */

/** A file, as it is told from others: by its path, its size and the time of its last change. */
export interface Told {
  readonly path: string
  readonly size: number
  readonly time: number
}

const PREFIX = 'cutroom.sent '
/** The entry of a file that is there. */
const THERE = 'there'

/** How many files somebody has chosen. */
interface Chosen {
  readonly files: number
  readonly bytes: number
}

export function createMemory (token: string) {
  const storage = storageOf()
  const start = `${PREFIX}${markOf(token)}`
  const nameOf = ({ path, size, time }: Told) => `${start} ${size} ${time} ${path}`
  const set = (name: string, value: string) => {
    try {
      storage?.setItem(name, value)
    } catch {
      // It is full.
    }
  }
  return {
    isThere: (file: Told): boolean => storage?.getItem(nameOf(file)) === THERE,
    /** The URL to which a file is being sent. */
    begun (file: Told): string | null {
      const kept = storage?.getItem(nameOf(file)) ?? null
      return kept === THERE ? null : kept
    },
    begin: (file: Told, url: string): void => set(nameOf(file), url),
    setThere: (file: Told): void => set(nameOf(file), THERE),
    forget: (file: Told): void => storage?.removeItem(nameOf(file)),
    /** Null when all of it is there. */
    setChosen (chosen: Chosen | null): void {
      if (chosen === null) storage?.removeItem(start)
      else set(start, JSON.stringify(chosen))
    },
    chosen: (): Chosen | null => JSON.parse(storage?.getItem(start) ?? 'null') as Chosen | null,
    /** What is there, as far as this browser knows. */
    list (): Told[] {
      const names = Object.keys(storage ?? {}).filter((name) => name.startsWith(`${start} `))
      return names.flatMap((name) => {
        if (storage!.getItem(name) !== THERE) return []
        const [size, time, ...path] = name.slice(start.length + 1).split(' ')
        return [{ path: path.join(' '), size: Number(size), time: Number(time) }]
      })
    }
  }
}

export type Memory = ReturnType<typeof createMemory>

/** A mark of a link, by which nobody opens it. */
function markOf (token: string): string {
  let hash = 2166136261
  for (const character of token) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619)
  return (hash >>> 0).toString(36)
}

function storageOf (): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
