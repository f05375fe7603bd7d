import type { ClientOptions, Cutroom } from './cutroom.d.ts'
import { changesOf, pagesOf } from './follow.ts'
import keys from './generated/keys.json'
import { createRequest, methodsOf, type Options } from './request.ts'
import { sendFile } from './send.ts'
import { uploadFile } from './upload.ts'
import { workOn } from './work.ts'

export { CutroomError } from './error.ts'
export { mayPass, persist } from './patience.ts'
export { verifyWebhook } from './webhook.ts'

/** A client of a service: cutroom.d.ts has its types. */
export function createClient (options: ClientOptions): Cutroom {
  const request = createRequest(options, { keys })
  const { key, ...others } = options
  const ofStep = (token: string) => createRequest({ ...others, token }, { keys })
  return {
    ...methodsOf(request),
    pages: (path: string, sent?: Options) => pagesOf(request, path, sent),
    changes: (following) => changesOf(request, following),
    upload: (assetId, file, sending) => uploadFile(request, options, assetId, file, sending),
    send: (upload, file, sending) => sendFile(options, upload.url, file, sending),
    work: (working, handler) => workOn(request, ofStep, working, handler)
  } as Cutroom
}
