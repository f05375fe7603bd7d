/** An answer, and the path of the next page, if it is a page of a list. */
export interface Asked<Data> {
  readonly data: Data
  readonly next: string | null
}

/** A request without types: the client for programs would take the page of a link beyond its size. */
type Ask = <Data>(method: string, path: string, body?: unknown) => Promise<Asked<Data>>

/** What is made of requests. */
export function createCalls (ask: Ask) {
  return {
    ask,
    request: async <Data>(...asked: Parameters<Ask>): Promise<Data> => (await ask<Data>(...asked)).data,
    /** All elements of a list, which its answers have by that name. */
    async allOf<Element> (path: string, name: string): Promise<Element[]> {
      const all: Element[] = []
      for (let at: string | null = path; at !== null;) {
        const { data, next }: Asked<Record<string, Element[]>> = await ask('GET', at)
        all.push(...data[name]!)
        at = next
      }
      return all
    }
  }
}
