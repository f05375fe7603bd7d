import fp from 'fastify-plugin'
import { createDefinitions, type Definitions } from '../../src/drop-folders/definitions/definitions.js'

declare module 'fastify' {
  interface FastifyInstance { dropFolders: Definitions }
}

export default fp(async function dropFolders (app) {
  const { locations, richTextCleaner, log } = app
  app.decorate('dropFolders', createDefinitions({ locations, tools: { cleanRichText: richTextCleaner.clean }, log }))
}, { name: 'drop-folders', dependencies: ['locations', 'fields', 'authentication'] })
