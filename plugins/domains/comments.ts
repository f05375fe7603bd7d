import fp from 'fastify-plugin'
import { comments, type Comments } from '../../src/comments/comments.js'
import { COMMENTS_JOB, removeLeftComments } from '../../src/comments/release.js'

declare module 'fastify' {
  interface FastifyInstance { comments: Comments }
}

/** The longest delay before a removal of a killed process resumes. */
const LEFTOVERS_MS = 5000

export default fp(async function commentsPlugin (app) {
  app.decorate('comments', comments)
  const background = { database: app.database.background, transact: app.transactInBackground }
  app.jobs.push({ name: COMMENTS_JOB, intervalMs: LEFTOVERS_MS, run: removeLeftComments(background) })
}, { name: 'comments', dependencies: ['database', 'transact', 'authentication'] })
