import type { Answer } from '../../client/cutroom.d.ts'
import type { Options } from '../../client/request.ts'

/** An answer, and the path of the next page, if it is a page of a list. */
export interface Asked<Data> extends Answer<Data> {
  readonly next: string | null
}

export type Sent = Pick<Options, 'headers' | 'signal'>

/** A request without types, whose path is made at run time. Throws Failure for everything but a success. */
type Ask = <Data>(method: string, path: string, body?: unknown, sent?: Sent) => Promise<Asked<Data>>

/** What is made of requests. */
export function createCalls (ask: Ask) {
  /** The answers of a list, one page after the other, to its end. */
  async function * pagesOf<Data> (path: string, sent?: Sent): AsyncGenerator<Data> {
    for (let at: string | null = path; at !== null;) {
      const { data, next }: Asked<Data> = await ask<Data>('GET', at, undefined, sent)
      yield data
      at = next
    }
  }

  return {
    ask,
    request: async <Data>(...asked: Parameters<Ask>): Promise<Data> => (await ask<Data>(...asked)).data,
    pagesOf,
    /** All elements of a list, which its answers have by that name. */
    async allOf<Element> (path: string, name: string): Promise<Element[]> {
      const all: Element[] = []
      for await (const page of pagesOf<Record<string, Element[]>>(path)) all.push(...page[name]!)
      return all
    }
  }
}

/** The path of the next page, from a Link header, with its query. */
export function nextPage ({ headers }: Response): string | null {
  return /<[^<>]*?(\/api\/v2\/[^<>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null
}
