import fp from 'fastify-plugin'
import { createAvatars, type Avatars } from '../../src/avatars/avatars.js'
import { createShrinking } from '../../src/avatars/shrink.js'
import { createSigner } from '../../src/media/serve/signing.js'
import { incomingFolder } from '../../src/process/media-folders.js'

declare module 'fastify' {
  interface FastifyInstance { avatars: Avatars }
}

export default fp(async function avatars (app) {
  const { config, database, transact } = app
  const folder = incomingFolder(config)
  const shrinking = createShrinking(folder)
  app.decorate('avatars', createAvatars({ database, signer: createSigner({ database, transact }), folder, shrinking }))
  // The server waits for requests, which may wait for all that came before them.
  app.addHook('preClose', async () => { shrinking.stop() })
}, { name: 'avatars', dependencies: ['config', 'database', 'transact', 'authentication'] })
