import { contractKinds } from '../../src/core/events/kinds.ts'
import type { Schemas } from '../api/client.ts'

/** What events are about: longer names before those that they begin with. */
const THINGS = ['ASSET', 'PROJECT', 'USER_GROUP', 'USER_ROLE', 'USER', 'COLLECTION', 'DROP_FOLDER', 'API_KEY', 'FIELD_GROUP',
  'FIELD', 'NOTIFICATION', 'PERMISSION', 'LOADER'] as const
const OTHER = 'OTHER'

const ofItems: Readonly<Record<string, string>> = {
  REMOVED: 'moved to the trash',
  RESTORED: 'restored from the trash',
  PURGED: 'deleted for good',
  LINKED: 'put into a project',
  UNLINKED: 'taken out of a project',
  EDITED_METADATA: 'details changed'
}

/** Where the rule of `wordsOf` gives none that people use. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ASSET: {
    ...ofItems,
    STARTED_INGEST: 'file on its way',
    FINISHED_INGEST: 'file there',
    UPDATED_INGEST: 'file could not be fetched',
    SHARED_LINK: 'link opened for the first time',
    ADDED_SHAREABLE_LINK: 'link made',
    REMOVE_MEDIA_QUEUED: 'files about to be removed'
  },
  PROJECT: { ...ofItems, PRIVATE: 'made private', PUBLIC: 'made public' },
  USER: { LINKED: 'made a member', UNLINKED: 'taken out of the members', REMOVED: 'removed for good' },
  USER_GROUP: {
    LINKED: 'added to a project',
    UNLINKED: 'removed from a project',
    USER_LINKED: 'user added',
    USER_UNLINKED: 'user removed'
  }
}

const done: Readonly<Record<string, string>> = { EDITED: 'changed', UPDATED: 'updated', COMPLETED: 'finished' }

export type EventKind = Schemas['EventKind']

type OfContract = typeof contractKinds[number]

/** The kinds that domains add to those of the contract. The compiler names those that are missing. */
const added: Readonly<Record<Exclude<EventKind, OfContract>, true>> = {}

const eventKinds = [...contractKinds, ...Object.keys(added) as EventKind[]]

export interface Kind {
  readonly name: EventKind
  readonly words: string
}

/** All kinds of events of the API, in words, by what they are about. */
export function kindsByThing (): ReadonlyArray<readonly [thing: string, kinds: readonly Kind[]]> {
  const groups = new Map<string, Kind[]>([...THINGS, OTHER].map((thing) => [thing, []]))
  for (const name of eventKinds) {
    const thing = THINGS.find((each) => name.startsWith(`${each}_`)) ?? OTHER
    const rest = thing === OTHER ? name : name.slice(thing.length + 1)
    groups.get(thing)!.push({ name, words: words[thing]?.[rest] ?? wordsOf(rest) })
  }
  return [...groups].filter(([, kinds]) => kinds.length > 0)
    .map(([thing, kinds]) => [plain(thing), kinds])
}

/** What was done is said last: ADDED_COMMENT is "comment added". */
function wordsOf (rest: string): string {
  const [first = '', ...others] = rest.split('_')
  if (!/ED$/.test(first)) return plain(rest)
  const last = done[first] ?? plain(first)
  if (others[0] === 'TO' || others[0] === 'FROM') return `${last} ${plain(others.join('_'))}`
  return others.length === 0 ? last : `${plain(others.join('_'))} ${last}`
}

function plain (name: string): string {
  return name.toLowerCase().replaceAll('_', ' ').replace(/\b(?:mp4|api|rtsp|rtmp|dag)\b/g, (word) => word.toUpperCase())
}
