import { api, done, type ItemType } from '../api/client.ts'
import { Failure } from '../api/failure.ts'
import { same, type Changes, type Edit, type Edits } from './edits.ts'
import { readGroup, saveGroup, storedAt, type GroupValues, type GroupVersion, type Stored } from './groups.ts'
import { assign, FieldsFailure, idsOf, pathOf, readItem, valueOf, type Version } from './item.ts'

/** What two people have changed in different ways. */
export interface Clash {
  /** The group of a custom field; null for fields that every item has. */
  readonly group: string | null
  readonly name: string
  readonly mine: unknown
  readonly theirs: unknown
}

/** Somebody else has changed the same fields. Contains what is stored now. */
export class Conflict extends Error {
  constructor (readonly clashes: readonly Clash[], readonly theirs: Version, readonly groups: Stored) {
    super('Somebody else has changed this meanwhile.')
  }
}

export interface Saved {
  readonly version: Version
  /** The values of the groups that were saved. */
  readonly groups: Stored
}

/** How often a save is tried while others save at the same time, before the user is told. */
const MOST_TRIES = 5

/**
 * Saves edits. If others have saved in between, the user is asked only about what both have changed: throws Conflict
 * with that, before anything is written. Throws FieldsFailure if a field is refused.
 */
export async function saveItem (type: ItemType, id: string, known: Version, { fields, groups }: Edits): Promise<Saved> {
  let before = known
  for (let tries = 1; ; tries++) {
    try {
      const stored = await readGroups(type, id, Object.keys(groups))
      const now = before
      const clashes = [
        ...clashesIn(fields, null, (name) => valueOf(now.item, name)),
        ...Object.entries(groups).flatMap(([group, changes]) =>
          clashesIn(changes, group, (name) => storedAt(stored[group]!.values, name)))
      ]
      if (clashes.length > 0) throw new Conflict(clashes, now, valuesOf(stored))
      return await write(type, id, now, { fields, groups }, stored)
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 412 || tries >= MOST_TRIES) throw error
      before = await readItem(type, id)
    }
  }
}

type Groups = Readonly<Record<string, GroupVersion>>

async function readGroups (type: ItemType, id: string, groups: readonly string[]): Promise<Groups> {
  const read = async (group: string) => [group, await readGroup(type, id, group)] as const
  return Object.fromEntries(await Promise.all(groups.map(read)))
}

function valuesOf (groups: Groups): Stored {
  return Object.fromEntries(Object.entries(groups).map(([group, { values }]) => [group, values]))
}

function clashesIn (changes: Changes, group: string | null, stored: (name: string) => unknown): Clash[] {
  return Object.entries(changes).flatMap(([name, { value, base }]) => {
    const theirs = stored(name)
    // Tags of both are kept.
    if ((group === null && name === 'tags') || same(theirs, base) || same(theirs, value)) return []
    return name.endsWith('/removed') && theirs === null ? [] : [{ group, name, mine: value, theirs }]
  })
}

async function write (
  type: ItemType, id: string, now: Version, { fields, groups }: Edits, stored: Groups
): Promise<Saved> {
  const { project_id: project, ...own } = fields
  if (Object.keys(own).length > 0) {
    const { errors } = await done(api.PUT(pathOf(type, ''), {
      params: { path: idsOf(id) }, body: bodyOf(own), headers: { 'if-match': now.tag }
    }))
    if (Object.keys(errors).length > 0) throw new FieldsFailure(errors)
  } else if (project !== undefined && (await readItem(type, id)).tag !== now.tag) throw new Failure('', 412)
  if (project !== undefined) await assign(type, id, project.value as string | null)
  const saved: Record<string, GroupValues> = {}
  for (const [group, changes] of Object.entries(groups)) {
    saved[group] = await saveGroup(type, id, group, changes, stored[group]!)
  }
  return { version: await readItem(type, id), groups: saved }
}

function bodyOf ({ tags, ...others }: Changes): object {
  const body = Object.fromEntries(Object.entries(others).map(([name, { value }]) => [name, value ?? '']))
  return tags === undefined ? body : { ...body, ...tagChanges(tags) }
}

function tagChanges ({ value, base }: Edit): object {
  const [mine, before] = [value as readonly string[], base as readonly string[]]
  return {
    add_tags: mine.filter((tag) => !before.includes(tag)),
    remove_tags: before.filter((tag) => !mine.includes(tag))
  }
}

/** The tags as they will be once the edit is saved. */
export function mergedTags (stored: readonly string[], edit: Edit | undefined): readonly string[] {
  if (edit === undefined) return stored
  const [mine, before] = [edit.value as readonly string[], edit.base as readonly string[]]
  const kept = stored.filter((tag) => mine.includes(tag) || !before.includes(tag))
  return [...kept, ...mine.filter((tag) => !before.includes(tag) && !kept.includes(tag))]
}
