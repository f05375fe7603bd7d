import { Type } from '@sinclair/typebox'
import {
  afterwards, changes, directions, LONGEST_PATH, LONGEST_PATTERN, MOST_PATTERNS, settleSeconds, subfolders,
  type ValuesOfGroups
} from '#src/drop-folders/definitions/rules.js'
import { ruleOfValues } from '#src/drop-folders/definitions/values.js'
import { DropFolder, says } from '#src/drop-folders/schema.js'
import { hasAtMost, isText, isTextList, LIST_RULE, refuseLonger, STRING_RULE } from '#src/http/rules.js'
import {
  described, Flag, Name, Nullable, OneOf, Ruled, strict, TextList, wholeNumberBetween
} from '#src/http/schemas.js'
import { isRelativePath, RELATIVE_PATH_RULE } from '#src/locations/paths.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { answerTo } from '../examples.js'
import { orRefused, samples } from '../schemas.js'

export const dropFoldersTag: Tag = {
  name: 'Drop folders',
  description:
    'A drop folder is a set of rules for files that come in or go out by themselves. Users who see its project see a drop folder; if it has none, users who see the whole account. A `Member` makes and changes it; if it has a location, administrators.',
  position: 70
}

const text = Type.String()

export const DropFolderParams = Type.Object({ drop_folder_id: described(text, idOf('drop folder'), '1') })

const refuseLongerPath = refuseLonger(LONGEST_PATH)

/** A path below the folder of a drop folder. */
export const Path = Type.Unsafe<string>(Ruled(Type.String({ maxLength: LONGEST_PATH }), (sent) => {
  if (!isText(sent)) return STRING_RULE
  return refuseLongerPath(sent) ?? (isRelativePath(sent) ? undefined : RELATIVE_PATH_RULE)
}))

const Patterns = Type.Unsafe<string[]>(Ruled(
  Type.Array(Type.String({ maxLength: LONGEST_PATTERN }), { maxItems: MOST_PATTERNS }), (sent) => {
    if (!isTextList(sent)) return LIST_RULE
    if (sent.length > MOST_PATTERNS) return `${LIST_RULE} of at most ${MOST_PATTERNS} elements`
    return sent.every((pattern) => hasAtMost(pattern, LONGEST_PATTERN))
      ? undefined
      : `${LIST_RULE} of at most ${LONGEST_PATTERN} characters`
  }
))

const TextOrNull = Type.Unsafe<string | null>(Ruled(
  Nullable(text), (sent) => sent === null || isText(sent) ? undefined : STRING_RULE
))

const values = Type.Unsafe<ValuesOfGroups>(Ruled(Type.Object({}, { additionalProperties: true }), ruleOfValues))

const title = described(Name, descriptions.title, 'Camera cards')

const rules = {
  project_id: Type.Optional(described(TextOrNull, says.projectId, samples.projectId)),
  subfolders: Type.Optional(described(OneOf(subfolders), says.subfolders, 'ignore')),
  category: Type.Optional(described(Name, says.category, 'films')),
  tags: Type.Optional(described(TextList, says.tags, ['raw'])),
  custom_fields: Type.Optional(described(values, says.customFields, { 1: { 2: 'Harbour' } })),
  only: Type.Optional(described(Patterns, says.only, ['*.mov', '*.mxf'])),
  ignore: Type.Optional(described(Patterns, says.ignore, ['proxies/*'])),
  settle: Type.Optional(described(
    wholeNumberBetween(settleSeconds.least, settleSeconds.most), says.settle, settleSeconds.usual
  )),
  after: Type.Optional(described(OneOf(afterwards), says.after, 'keep')),
  changed: Type.Optional(described(OneOf(changes), says.changed, 'asset')),
  paused: Type.Optional(described(Flag, says.paused, false)),
  public: Type.Optional(described(Flag, says.public, false))
}

export const CreateDropFolderBody = strict(Type.Object({
  title,
  direction: Type.Optional(described(OneOf(directions), says.direction, 'in')),
  location: Type.Optional(described(TextOrNull, says.location, 'ingest')),
  path: Type.Optional(described(Path, says.path, 'cards')),
  ...rules
}))

export const UpdateDropFolderBody = strict(Type.Object({ title: Type.Optional(title), ...rules }))

export const DropFolderReply = Type.Object({ drop_folder: DropFolder }, { description: 'The drop folder.' })

export const CreateDropFolderReply = orRefused(answerTo(CreateDropFolderBody, DropFolderReply))

export const UpdateDropFolderReply = orRefused(answerTo(UpdateDropFolderBody, DropFolderReply, {
  updated_at: samples.laterMilliseconds
}))

export const DropFoldersReply = Type.Object({ drop_folders: Type.Array(DropFolder) }, {
  description: 'The drop folders that you see, ordered by id.'
})
