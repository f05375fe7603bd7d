import type { components, operations, paths, webhooks } from './generated/api.js'
import type { Working } from './steps.js'
export type { components, operations, paths, webhooks }

type Method = 'get' | 'head' | 'put' | 'post' | 'delete' | 'patch'

/** The paths of the document that have a method. */
type PathWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends { readonly [method in M]: object } ? Path : never
}[keyof paths]

type OperationOf<Path extends keyof paths, M extends Method> =
  paths[Path] extends { readonly [method in M]: infer Found } ? Found : never

type Json<Content> = Content extends { readonly 'application/json': infer Body } ? Body : never

/** What an operation answers: its JSON without the failure that a 200 may be; text where the document has no JSON. */
export type DataOf<Operation> = Operation extends { readonly responses: infer Replies }
  ? { [Status in keyof Replies & (200 | 201 | 202 | 204)]: Replies[Status] extends { readonly content: infer Content }
      ? [Json<Content>] extends [never] ? string : Exclude<Json<Content>, components['schemas']['Failure']>
      : undefined
    }[keyof Replies & (200 | 201 | 202 | 204)]
  : never

/** Bytes and texts, which go as they are. */
export type Bytes = Blob | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array> | string

export type BodyOf<Operation> = Operation extends { readonly requestBody?: infer Sent }
  ? NonNullable<Sent> extends { readonly content: infer Content }
    ? Json<Content> | (Exclude<keyof Content, 'application/json'> extends never ? never : Bytes)
    : never
  : never

type RequiredKeys<Shape> = { [Key in keyof Shape]-?: object extends Pick<Shape, Key> ? never : Key }[keyof Shape]

type Needs<Key extends string, Value, IsNeeded> =
  IsNeeded extends true ? { [key in Key]: Value } : { [key in Key]?: Value }

/** The parameters of an operation, without the places that have none. */
type ParametersOf<Operation> = Operation extends { readonly parameters: infer Places }
  ? { [Place in keyof Places as NonNullable<Places[Place]> extends never ? never : Place]: Places[Place] }
  : object

type RequestOf<Operation> =
  & Needs<'params', ParametersOf<Operation>, [RequiredKeys<ParametersOf<Operation>>] extends [never] ? false : true>
  & ([BodyOf<Operation>] extends [never]
    ? { body?: never }
    : Needs<'body', BodyOf<Operation>, Operation extends { readonly requestBody: object } ? true : false>)

/** How an answer is read. The default is by its content type: JSON as data, anything else as text. */
export interface Parsed<Data> {
  readonly json: Data
  readonly text: string
  readonly blob: Blob
  readonly arrayBuffer: ArrayBuffer
  readonly stream: ReadableStream<Uint8Array>
}

export interface RequestOptions<As extends keyof Parsed<unknown>> {
  readonly headers?: Readonly<Record<string, string | number | boolean | null | undefined>> | Headers
  readonly parseAs?: As
  readonly signal?: AbortSignal
}

type Optional<Options> = [RequiredKeys<Options>] extends [never] ? [options?: Options] : [options: Options]

export interface Answer<Data> {
  readonly data: Data
  readonly response: Response
}

type Call<M extends Method> = <Path extends PathWith<M>, As extends keyof Parsed<unknown> = 'json'> (
  path: Path, ...options: Optional<RequestOf<OperationOf<Path, M>> & RequestOptions<As>>
) => Promise<Answer<Parsed<DataOf<OperationOf<Path, M>>>[As]>>

type QueryOf<Operation> =
  Operation extends { readonly parameters: { readonly query?: infer Query } } ? NonNullable<Query> : never

/** The paths whose answers come in pages. */
type PagedPath = {
  [Path in PathWith<'get'>]: [QueryOf<OperationOf<Path, 'get'>>] extends [never]
    ? never
    : 'cursor' extends keyof QueryOf<OperationOf<Path, 'get'>> ? Path : never
}[PathWith<'get'>]

type PagesOf<Path extends PagedPath> =
  | (RequestOf<OperationOf<Path, 'get'>> & Pick<RequestOptions<'json'>, 'headers' | 'signal'>)
  | (Path extends PathWith<'post'>
    ? RequestOf<OperationOf<Path, 'post'>> & Pick<RequestOptions<'json'>, 'headers' | 'signal'>
    : never)

type Changes = DataOf<operations['listChanges']>

export interface ChangesOptions extends Omit<QueryOf<operations['listChanges']>, 'wait' | 'cursor'> {
  /** Told of every position, also where there were no changes. */
  readonly onNext?: (next: string) => void
  readonly signal?: AbortSignal
}

export interface PersistOptions {
  /** Told what has failed, before a pause after which it goes on. */
  readonly onPause?: (failure: unknown) => void
  /** How long it goes on without progress. Default: five minutes. */
  readonly patienceMs?: number
  readonly signal?: AbortSignal
}

export interface SendOptions extends PersistOptions {
  /** Told of the bytes that the service has, never fewer than before. */
  readonly onProgress?: (sent: number, total: number) => void
  /** Rejects at once, and cancels the upload on the service. */
  readonly signal?: AbortSignal
}

/**
 * A file, or something that is read in pieces like one. `openAsBlob` of Node 20 takes no more than 4 GiB: larger files
 * need a `slice` of their own.
 */
export type FileToSend = Blob | Uint8Array | {
  readonly size: number
  slice (begin: number, end: number): Blob | Promise<Blob>
}

export interface UploadOptions extends SendOptions {
  /** Default: the name of the `File`. */
  readonly filename?: string
  readonly contentType?: string
  /** Lower-case hexadecimal. The service compares it with what it has received. */
  readonly sha256?: string
}

/** A file of an asset, as `GET /assets/{asset_id}/media` has it. */
export type MediaFile = DataOf<operations['listMedia']>['media'][number]

export interface Cutroom extends Working {
  readonly GET: Call<'get'>
  readonly HEAD: Call<'head'>
  readonly PUT: Call<'put'>
  readonly POST: Call<'post'>
  readonly DELETE: Call<'delete'>
  readonly PATCH: Call<'patch'>
  /** The answers of a list, one after the other. `limit` is 100 unless it is set. With a `body`, it goes by POST. */
  pages<Path extends PagedPath> (
    path: Path, ...options: Optional<PagesOf<Path>>
  ): AsyncGenerator<DataOf<OperationOf<Path, 'get'>>, void>
  /** Follows changes until `signal` ends it. Lost connections are picked up where they were lost. */
  changes (options?: ChangesOptions): AsyncGenerator<Changes, void>
  /**
   * Sends a file to an asset in pieces, and resolves when it is ready. Resumes after lost connections, and after a
   * reload of a page. Throws CutroomError if the service refuses or cannot use it.
   */
  upload (assetId: string, file: FileToSend, options?: UploadOptions): Promise<MediaFile>
  /** Sends a file to the `upload` of any answer. */
  send (upload: { readonly url: string }, file: FileToSend, options?: SendOptions): Promise<void>
}

export interface ClientOptions {
  /** Where the service is, with the path of its PUBLIC_URL. */
  readonly url: string
  /** An API key. Without it and without a token, the session of the browser is used. */
  readonly key?: string
  /** The token of a link, or of a step of a run. */
  readonly token?: string
  readonly fetch?: typeof globalThis.fetch
}

/** Throws TypeError for a URL that is none, and for a key beside a token. */
export declare function createClient (options: ClientOptions): Cutroom

/** What the service has refused, or has not answered as its document says. */
export declare class CutroomError extends Error {
  /** The status of the answer. 0 where there is none, or where the browser hides a redirect. */
  readonly status: number
  /** The `error` of the answer. Null where the answer is not the service's. */
  readonly text: string | null
  /** Seconds after which it may be sent again. Null if the service did not say so. */
  readonly retryAfter: number | null
  readonly response: Response | undefined
}

/** Whether a failure may pass: the connection was lost, or the service is busy or away. */
export declare function mayPass (failure: unknown): boolean

/** Repeats work until it succeeds, as `upload` does. Throws a failure that does not pass, and the last one. */
export declare function persist<Result> (work: () => Promise<Result>, options?: PersistOptions): Promise<Result>

/** The body of a webhook: a union by `type`. */
export type WebhookEvent = Json<NonNullable<operations['receiveEvent']['requestBody']>['content']>

/**
 * Checks who has sent a webhook's body, and that it is not old. `body` is the raw text or bytes. Throws TypeError for a
 * parsed body and for an empty secret; CutroomError with the status 0 for all else that does not fit.
 */
export declare function verifyWebhook (
  secret: string | readonly string[],
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string | Uint8Array | ArrayBuffer,
  options?: { /** Seconds. Default 300. */ readonly tolerance?: number }
): Promise<WebhookEvent>
