import fp from 'fastify-plugin'
import { createAttachments, type Attachments } from '../../src/attachments/attachments.js'

declare module 'fastify' {
  interface FastifyInstance { attachments: Attachments }
}

export default fp(async function attachments (app) {
  app.decorate('attachments', createAttachments(app.media))
}, { name: 'attachments', dependencies: ['media'] })
