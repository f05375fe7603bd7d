import type { ClientOptions, Cutroom } from './cutroom.d.ts'
import { changesOf, pagesOf } from './follow.ts'
import { createRequest, type Options } from './request.ts'
import { sendFile } from './send.ts'
import { uploadFile } from './upload.ts'

export { CutroomError } from './error.ts'
export { verifyWebhook } from './webhook.ts'

/** A client of a service: cutroom.d.ts has its types. */
export function createClient (options: ClientOptions): Cutroom {
  const request = createRequest(options)
  const call = (method: string) => (path: string, sent?: Options) => request(method, path, sent)
  const methods = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH'].map((method) => [method, call(method)])
  return {
    ...Object.fromEntries(methods),
    pages: (path: string, sent?: Options) => pagesOf(request, path, sent),
    changes: (following) => changesOf(request, following),
    upload: (assetId, file, sending) => uploadFile(request, options, assetId, file, sending),
    send: (upload, file, sending) => sendFile(options, upload.url, file, sending)
  } as Cutroom
}
