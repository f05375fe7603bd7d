import type { components, paths } from '../../client/cutroom.d.ts'
import { filled } from '../../client/request.ts'
import { nextPage } from './next-page.ts'
import { send } from './send.ts'
import { answered, createApi, done } from './typed.ts'

export type Schemas = components['schemas']
export type Asset = Schemas['Asset']
export type Project = Schemas['Project']
export type Item = Asset | Project
export type ItemType = 'asset' | 'project'

/** The client for programs, with the key and the patience of the console. */
const { api, call } = createApi(async (url, init) => send(new Request(url, init)))
export { answered, api, done }

interface Read<Data> {
  readonly get: { readonly responses: { readonly 200: { readonly content: { readonly 'application/json': Data } } } }
}

/** The paths that can be read. */
type Readable = { [Path in keyof paths]: paths[Path] extends Read<unknown> ? Path : never }[keyof paths]

export type DataOf<Path extends Readable> =
  Path extends Readable ? paths[Path] extends Read<infer Data> ? Exclude<Data, Schemas['Failure']> : never : never

/** A search has its query from the address of its page. */
type ValuesOf<Path extends Readable> = Path extends Readable
  ? Pick<paths[Path]['get']['parameters'], 'path'> & { query?: paths[Path]['get']['parameters']['query'] | URLSearchParams }
  : never

declare const of: unique symbol

/** A path with its values: that of a screen, or of a page of a list. Its type says what is read there. */
export type Url<Path extends Readable> = string & { readonly [of]: Path }

export function urlOf<Path extends Readable> (path: Path, values: ValuesOf<Path>): Url<Path> {
  return filled(path, values as Parameters<typeof filled>[1]) as Url<Path>
}

/** An answer, and where the next page is, if it is a page of a list. */
export interface Page<Path extends Readable> {
  readonly data: DataOf<Path>
  readonly next: Url<Path> | null
}

export async function read<Path extends Readable> (url: Url<Path>, signal?: AbortSignal): Promise<Page<Path>> {
  const { data, response } = await answered<DataOf<Path>>(call('GET', url, signal && { signal }))
  return { data, next: nextPage(response) as Url<Path> | null }
}

/** The answers of a list, one page after the other, to its end. */
export async function * pagesOf<Path extends Readable> (
  url: Url<Path>, signal?: AbortSignal
): AsyncGenerator<DataOf<Path>> {
  for (let at: Url<Path> | null = url; at !== null;) {
    const { data, next }: Page<Path> = await read(at, signal)
    yield data
    at = next
  }
}

type ElementOf<List> = NonNullable<List> extends ReadonlyArray<infer Element> ? Element : never

/** All elements of a list, which its answers have by that name. */
export async function allOf<Path extends Readable, Name extends keyof DataOf<Path>> (
  url: Url<Path>, name: Name
): Promise<Array<ElementOf<DataOf<Path>[Name]>>> {
  const all: Array<ElementOf<DataOf<Path>[Name]>> = []
  for await (const page of pagesOf(url)) all.push(...page[name] as typeof all)
  return all
}
