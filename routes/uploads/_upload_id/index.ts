import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFound, RequestTimeout, TusVersionUnknown, UploadTypeWrong } from '#src/errors.js'
import { SenderGone, type UploadPiece } from '#src/media/uploads/piece.js'
import type { UploadState } from '#src/media/uploads/uploads.js'
import { checksumOf, checkVersion, isPiece, lengthOf, offsetOf, TUS_ABILITIES, TUS_VERSION } from '#src/http/tus.js'
import { mediaTag } from '../../api/v2/assets/_asset_id/media/schemas.js'
import {
  deleteDocumented, deleteReplies, patchDocumented, patchReplies, putDocumented, putReplies, UploadParams
} from './schemas.js'

/** The longest request. */
const LONGEST_MS = 24 * 60 * 60 * 1000

const { statusCode: TIMED_OUT } = new RequestTimeout()
const { statusCode: VERSION_UNKNOWN } = new TusVersionUnknown()

type UploadRequest = FastifyRequest<{ Params: { upload_id: string } }>

const upload: FastifyPluginAsyncTypebox = async function (app) {
  const { uploads } = app.media
  const { MEDIA_MAX_BYTES: maxBytes } = app.config
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, body, done) => done(null, body))
  // Any Content-Type is taken: the body is the file.
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['content-type'] !== undefined && !isPiece(headers)) headers['content-type'] = 'application/octet-stream'
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('tus-resumable', TUS_VERSION).header('cache-control', 'no-store')
    if (reply.statusCode === VERSION_UNKNOWN) reply.header('tus-version', TUS_VERSION)
    // The rest of the body is not awaited.
    if (reply.statusCode === TIMED_OUT) reply.header('connection', 'close')
  })

  const urlOf = ({ params, query }: UploadRequest) =>
    [params.upload_id, (query as { signature?: unknown }).signature] as const
  const say = (reply: FastifyReply, { size, bytes, expiresAt }: UploadState) =>
    reply.headers({ 'upload-offset': bytes, 'upload-length': size, 'upload-expires': expiresAt.toUTCString() })

  /** Null if the sender broke off, so that nobody waits for an answer. */
  async function write (
    request: UploadRequest, describe: () => Omit<UploadPiece, 'body' | 'length'>
  ): Promise<UploadState | null> {
    const found = await uploads.find(...urlOf(request))
    const body = request.body as Readable | undefined ?? null
    return uploads.write(found, { ...describe(), body, length: lengthOf(request.headers) }).catch((error: unknown) => {
      if (error instanceof SenderGone) return null
      throw error
    })
  }

  async function put (request: UploadRequest, reply: FastifyReply) {
    const state = await write(request, () => ({ offset: null, checksum: null }))
    return state === null ? reply.hijack() : reply.send({ ok: 'File received' })
  }

  async function patch (request: UploadRequest, reply: FastifyReply) {
    const { headers } = request
    const state = await write(request, () => {
      checkVersion(headers)
      if (!isPiece(headers)) throw new UploadTypeWrong()
      return { offset: offsetOf(headers), checksum: checksumOf(headers) }
    })
    return state === null ? reply.hijack() : say(reply, state).code(204).send()
  }

  async function remove (request: UploadRequest, reply: FastifyReply) {
    const found = await uploads.find(...urlOf(request))
    if (request.headers['tus-resumable'] !== undefined) checkVersion(request.headers)
    await uploads.cancel(found)
    return reply.code(204).send()
  }

  async function head (request: UploadRequest, reply: FastifyReply) {
    const state = await uploads.state(...urlOf(request))
    if (request.headers['tus-resumable'] !== undefined) checkVersion(request.headers)
    return say(reply, state).code(200).send()
  }

  async function describe (_request: unknown, reply: FastifyReply) {
    return reply.headers({ ...TUS_ABILITIES, 'tus-max-size': maxBytes }).code(204).send()
  }

  const methods: Partial<Record<string, (request: UploadRequest, reply: FastifyReply) => Promise<unknown>>> = {
    PUT: put, PATCH: patch, DELETE: remove, HEAD: head, OPTIONS: describe
  }

  /** X-HTTP-Method-Override replaces the method, for clients that may not send every method. */
  async function answer (request: UploadRequest, reply: FastifyReply): Promise<any> {
    const method = methods[String(request.headers['x-http-method-override'] ?? request.method).toUpperCase()]
    if (method === undefined) throw new NotFound()
    return method(request, reply)
  }

  const config = { public: true, bodyTimeoutMs: LONGEST_MS }
  const hidden = { bodyLimit: Number.MAX_SAFE_INTEGER, config, schema: { hide: true, params: UploadParams } }
  app.options('', hidden, answer)
  app.head('', hidden, answer)
  app.post('', hidden, answer)

  app.put('/', {
    bodyLimit: Number.MAX_SAFE_INTEGER,
    config: { ...config, documented: putDocumented },
    schema: {
      tag: mediaTag,
      summary: 'Send a file',
      description: 'Sends the whole file in one request. An incomplete request has no effect, and can be repeated.',
      params: UploadParams,
      response: putReplies
    }
  }, async function sendFile (request, reply) {
    return answer(request, reply)
  })

  app.patch('/', {
    bodyLimit: Number.MAX_SAFE_INTEGER,
    config: { ...config, documented: patchDocumented },
    schema: {
      tag: mediaTag,
      summary: 'Send a piece of a file',
      description: 'Sends a piece by the protocol tus 1.0.0. The bytes of an incomplete piece are kept: `Upload-Offset` in the ' +
        'answer to HEAD is the number of bytes that have arrived.',
      params: UploadParams,
      response: patchReplies
    }
  }, async function sendPiece (request, reply) {
    return answer(request, reply)
  })

  app.delete('/', {
    config: { ...config, documented: deleteDocumented },
    schema: {
      tag: mediaTag,
      summary: 'Cancel an upload',
      description: 'Removes all bytes that have arrived.',
      params: UploadParams,
      response: deleteReplies
    }
  }, async function cancelUpload (request, reply) {
    return answer(request, reply)
  })
}

export default upload
