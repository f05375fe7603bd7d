import { setImmediate as turn } from 'node:timers/promises'
import { Kind, type TObject, type TSchema } from '@sinclair/typebox'
import { BodyTooLarge } from '../errors.js'
import { DEEPEST_WRITTEN } from '../basics/json-depth.js'
import { MOST_DIGITS, parseBody } from './body.js'
import { JsonTokens } from './json-tokens.js'
import { UnreadJson } from './unread-json.js'

/** So many tokens are looked at in a turn of the event loop: a few milliseconds. */
const TOKENS_A_TURN = 20_000
/** And so many characters are parsed, of which each value costs some more. */
const CHARACTERS_A_TURN = 64 * 1024
const VALUE_COST = 20
/** Twice what 1 MiB has room for: only a bulk can have as many. */
const MOST_VALUES = 1024 ** 2
/** No value that is stored is nested deeper. */
const DEEPEST_KEPT = DEEPEST_WRITTEN + 2

/** Where the value of a parameter stands in the text. */
interface Extent {
  readonly start: number
  end: number
  /** How many lists and objects stand inside each other in it. */
  depth: number
  /** What is nested too deep. */
  readonly cuts: Array<{ readonly start: number, end: number }>
}

/**
 * Reads of a large body what the route has a use for, and makes no values of the rest, which may need a hundred times
 * the memory of its text: what is nobody's parameter is left out, and a list where the parameter is a text stays what
 * it was sent as. What is nested deeper than anything that can be stored becomes an empty list, which is as wrong.
 * Others have their turns meanwhile. Throws SyntaxError, and BodyTooLarge for what has too many values.
 */
export async function skim (text: string, parameters: TObject | undefined): Promise<object> {
  const sent: Array<[string, unknown]> = []
  let left = CHARACTERS_A_TURN
  for (const [name, { start, end, depth, cuts }] of await findValues(text, (name) => isOfUse(parameters, name))) {
    const deepest = deepestOf(parameters?.properties[name])
    if (deepest !== null && depth > deepest) sent.push([name, new UnreadJson(text, start, end)])
    else sent.push([name, parseBody(cut(text, start, end, cuts))])
    left -= end - start + name.length + VALUE_COST
    if (left > 0) continue
    left = CHARACTERS_A_TURN
    await turn()
  }
  return Object.fromEntries(sent)
}

/** The names that are not known are wanted where they are refused, or where they are looked at later. */
function isOfUse (parameters: TObject | undefined, name: string): boolean {
  return parameters !== undefined &&
    (Object.hasOwn(parameters.properties, name) || parameters.additionalProperties !== undefined)
}

/** How many lists and objects may stand inside each other in a parameter; null where that is for others to say. */
function deepestOf (schema: TSchema | undefined): number | null {
  if (schema === undefined) return 1
  if (schema[Kind] === 'HashList') return DEEPEST_WRITTEN + 1
  if (schema.type === 'array') return (schema.items as TSchema).type === 'string' ? 1 : null
  return schema.type === undefined || schema.type === 'object' ? null : 0
}

/** Of several values with one name the last one counts. A list has no parameters. */
async function findValues (text: string, isWanted: (name: string) => boolean): Promise<Map<string, Extent>> {
  const found = new Map<string, Extent>()
  const tokens = new JsonTokens(text)
  let values = 0
  let name: string | null = null
  let extent: Extent | null = null
  for (let count = 1; tokens.next(); count++) {
    if (count % TOKENS_A_TURN === 0) await turn()
    const { kind, start, end, depth } = tokens
    if (kind === 'key') {
      if (depth === 1) name = JSON.parse(text.slice(start, end)) as string
      continue
    }
    if (depth > MOST_VALUES || (kind !== 'begin' && ++values > MOST_VALUES)) throw new BodyTooLarge()
    if (kind === 'scalar' && end - start > MOST_DIGITS) parseBody(text.slice(start, end))
    if (name === null) continue
    extent ??= { start, end, depth: 0, cuts: [] }
    if (kind === 'begin') follow(extent, start, depth - 1)
    if (kind === 'end' && depth === DEEPEST_KEPT + 1) extent.cuts.at(-1)!.end = end
    if (depth > 1) continue
    extent.end = end
    if (isWanted(name)) found.set(name, extent)
    name = null
    extent = null
  }
  return found
}

function follow (extent: Extent, start: number, depth: number): void {
  extent.depth = Math.max(extent.depth, depth)
  if (depth === DEEPEST_KEPT + 1) extent.cuts.push({ start, end: start })
}

function cut (text: string, start: number, end: number, cuts: Extent['cuts']): string {
  const pieces: string[] = []
  let from = start
  for (const piece of cuts) {
    pieces.push(text.slice(from, piece.start))
    from = piece.end
  }
  pieces.push(text.slice(from, end))
  return pieces.join('[]')
}
