import fp from 'fastify-plugin'
import { comments, type Comments } from '../../src/comments/comments.js'

declare module 'fastify' {
  interface FastifyInstance { comments: Comments }
}

export default fp(async function commentsPlugin (app) {
  app.decorate('comments', comments)
}, { name: 'comments', dependencies: ['authentication'] })
