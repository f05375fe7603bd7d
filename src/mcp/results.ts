/** The end of a text or a list that is not whole. Nothing that ends so is written. */
export const CUT = '… [cut]'
/** Agents quote what they write back, and leave white space behind it. */
const CUT_END = /…\s\[cut\][\s\p{Cf}\p{Pi}\p{Pf}"'`´‚„＂＇「」『』〝〞\\]*$/u

/** At most so many items are in a result. */
export const MOST_ITEMS = 10
const MOST_BYTES = 16 * 1024

interface Bounds {
  /** In characters. */
  readonly text: number
  readonly list: number
}

const USUAL: Bounds = { text: 500, list: 20 }

export function fits (result: object, roomFor = 0): boolean {
  return Buffer.byteLength(JSON.stringify(result)) + roomFor <= MOST_BYTES
}

/** Cuts the texts and lists of an answer, and the custom fields in it. */
export function cut (value: unknown, bounds = USUAL, isCustom = false): unknown {
  if (typeof value === 'string') return cutText(value, bounds.text)
  if (Array.isArray(value)) {
    const shown = value.slice(0, bounds.list).map((one) => cut(one, bounds, isCustom))
    return value.length > bounds.list ? [...shown, CUT] : shown
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const isLong = isCustom && entries.length > bounds.list
  const shown = (isLong ? entries.slice(0, bounds.list) : entries)
    .map(([name, one]) => [name, cut(one, bounds, isCustom || name === 'custom_fields')])
  return Object.fromEntries(isLong ? [...shown, [CUT, CUT]] : shown)
}

export function cutText (text: string, most: number): string {
  // A character has at most two units, so these are enough of them.
  const characters = [...text.slice(0, most * 2 + 1)]
  return characters.length > most ? characters.slice(0, most).join('') + CUT : text
}

/** Whether a text or a list that was cut is in a value: in the texts and names in it. */
export function isCut (value: unknown): boolean {
  if (typeof value === 'string') return CUT_END.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, one]) => isCut(name) || isCut(one))
}

/** A result that is cut more and more until it fits. */
export function cutToFit (show: (bounds: Bounds) => object, roomFor = 0): object {
  for (let { text, list } = USUAL; ; text = text >> 1, list = list >> 1) {
    const result = show({ text, list })
    if (fits(result, roomFor) || text === 0) return result
  }
}

export interface Page {
  readonly items: readonly unknown[]
  readonly cursor: string | null
}

/**
 * The result of a page, with as many items as fit: then the page is read again with that limit, so that its cursor
 * leads to the others.
 */
export async function fittingPage<Read extends Page> (
  read: (limit: number) => Promise<Read>, frame: (shown: unknown[], page: Read) => object
): Promise<object> {
  for (let limit = MOST_ITEMS; ;) {
    const page = await read(limit)
    const show = (count: number, bounds = USUAL) =>
      frame(page.items.slice(0, count).map((item) => cut(item, bounds)), page)
    let count = page.items.length
    while (count > 1 && !fits(show(count))) count--
    if (count === page.items.length) return cutToFit((bounds) => show(count, bounds))
    limit = count
  }
}

/** A `cursor` where there is more. */
export function cursorOf ({ cursor }: Pick<Page, 'cursor'>): { cursor?: string } {
  return cursor === null ? {} : { cursor }
}
