import { signal } from '@preact/signals'
import { who } from '../api/session.ts'

/** Pixels of a picture, unless the user has chosen otherwise. */
export const PICTURE_WIDTH = 240

/** What this browser keeps for its user: how results are shown, and searches by name. */
export interface Kept {
  readonly view?: string
  readonly sort?: string
  readonly columns?: readonly string[]
  /** Pixels of a picture. */
  readonly pictureWidth?: number
  /** The query of each search by its name. */
  readonly searches?: Readonly<Record<string, string>>
}

const kept = signal<{ readonly of: string, readonly value: Kept } | null>(null)

function nameOf (): string {
  return `cutroom.kept ${who.value?.user.id ?? ''}`
}

export function readKept (): Kept {
  const name = nameOf()
  if (kept.value?.of === name) return kept.value.value
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}') as Kept
  } catch {
    return {}
  }
}

export function keep (news: Kept): void {
  const name = nameOf()
  const value = { ...readKept(), ...news }
  localStorage.setItem(name, JSON.stringify(value))
  kept.value = { of: name, value }
}
