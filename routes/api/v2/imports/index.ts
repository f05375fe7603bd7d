import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { BodyTooLarge, NoRoom, UnsupportedImportType } from '#src/errors.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { LARGEST_IMPORT, RECEIVING_MS, type Upload } from '#src/transfer/import/receive.js'
import { importFormats, presentImport, type ImportFormat } from '#src/transfer/import/rows.js'
import { replies } from '../schemas.js'
import { ImportBodies, ImportQuery, ImportReply, ImportsReply } from './schemas.js'
import { movingTag } from '../export/schemas.js'

const imports: FastifyPluginAsyncTypebox = async function (app) {
  const uploads = new WeakMap<FastifyRequest, Upload>()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(Object.keys(importFormats), (_request, body, done) => done(null, body))
  app.addContentTypeParser('*', (_request, _body, done) => done(new UnsupportedImportType()))

  app.get('/', {
    schema: {
      tag: movingTag,
      summary: 'List imports',
      description: 'Imports are kept for 30 days. The newest one comes first.',
      querystring: PageQuery,
      response: replies({ 200: ImportsReply })
    }
  }, async function listImports (request, reply) {
    return sendPagedList(request, reply, [
      section({
        name: 'imports',
        read: (page) => app.imports.list(request.unit, page),
        keyOf: ({ id }) => id,
        toJson: (row) => JSON.stringify(presentImport(row)),
        descending: true
      })
    ])
  })

  /** Receives the file before the handler, as an Idempotency-Key needs its digest. */
  async function receive (request: FastifyRequest): Promise<void> {
    const format =
      importFormats[
        request.headers['content-type']?.split(';')[0]!.trim().toLowerCase() as keyof typeof importFormats
      ] as ImportFormat | undefined
    if (format === undefined) throw new UnsupportedImportType()
    if (Number(request.headers['content-length'] ?? 0) > LARGEST_IMPORT) throw new BodyTooLarge()
    const upload = await app.importReceiver.receive(
      request.caller,
      format,
      // The connection must outlive the reading, so that an early refusal can be answered.
      (request.body as Readable | undefined)?.iterator({ destroyOnReturn: false }) ?? nothing()
    )
    uploads.set(request, upload)
    request.body = { size: upload.size, sha256: upload.sha256 }
  }

  app.post('/', {
    bodyLimit: LARGEST_IMPORT,
    config: { bodyTimeoutMs: RECEIVING_MS, documented: { bodies: ImportBodies } },
    schema: {
      tag: movingTag,
      summary: 'Import assets and projects',
      description:
        'The answer is sent as soon as the file has been received. Rows are imported in the background. Each row has the same effect as a request of its own.',
      querystring: ImportQuery,
      response: replies({ 200: ImportReply }, new UnsupportedImportType(), new NoRoom())
    },
    preHandler: receive,
    onResponse: async (request) => {
      const upload = uploads.get(request)
      if (upload !== undefined) await app.importReceiver.discard(request.caller, upload)
    }
  }, async function createImport (request) {
    const { mode = 'upsert', key = 'external_id', dry_run: dryRun = 'false' } = request.query
    return {
      import:
        presentImport(await app.imports.begin(request.unit, uploads.get(request)!, {
          mode,
          key,
          dryRun: dryRun === 'true'
        }))
    }
  })
}

export default imports

async function * nothing (): AsyncGenerator<Buffer> {}
