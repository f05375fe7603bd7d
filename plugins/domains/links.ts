import fp from 'fastify-plugin'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createAttempts } from '../../src/access/attempts.js'
import { guestCaller } from '../../src/core/caller.js'
import { createUnit } from '../../src/core/unit.js'
import { Unauthorized } from '../../src/errors.js'
import { bearerOf } from '../../src/http/bearer.js'
import { createSharedAssets, type SharedAssets } from '../../src/links/assets.js'
import { createGuestComments, type GuestComments } from '../../src/links/comments.js'
import { createGuestDecisions, type GuestDecisions } from '../../src/links/decisions.js'
import { createSharedDownloads, type SharedDownloads } from '../../src/links/downloads.js'
import { createGuests, type Guests, type OpenLink } from '../../src/links/guests.js'
import { createLinks, type Links } from '../../src/links/links.js'
import { createLinkMails, createLinkMessageWriter, LINK_MESSAGE, type LinkMails } from '../../src/links/mails.js'
import { createGuestUploads, type GuestUploads } from '../../src/links/sending/guest-uploads.js'
import { createLinkTokens } from '../../src/links/tokens.js'
import { createSharedVersions, type SharedVersions } from '../../src/links/versions.js'
import { createSigner } from '../../src/media/serve/signing.js'
import { mailBase } from '../../src/process/config.js'

declare module 'fastify' {
  interface FastifyInstance {
    links: Links
    linkMails: LinkMails
    guestComments: GuestComments
    guestDecisions: GuestDecisions
    guestUploads: GuestUploads
    guests: Guests
    sharedAssets: SharedAssets
    sharedDownloads: SharedDownloads
    sharedVersions: SharedVersions
  }
  interface FastifyRequest {
    /** The link of a guest's request. */
    link: OpenLink
  }
  interface FastifyContextConfig {
    /**
     * For routes of guests, whose requests need the token of a link and no key: `open` needs the password of a link
     * that has one; `locked` does not.
     */
    shared?: 'open' | 'locked'
  }
}

const SAVE_USES_MS = 60_000

/** Links for people without an account. The caller of a guest's request is a guest, who sees nothing by himself. */
export default fp(async function links (app) {
  const { database, transact, passwordTurns } = app
  const signer = createSigner({ database, transact })
  const tokens = createLinkTokens({ signer })
  app.decorate('links', createLinks({ passwordTurns, tokens }))
  const mailing = mailBase(app.config)
  app.decorate('linkMails', createLinkMails({ tokens, isSetUp: mailing !== null }))
  if (mailing !== null) {
    app.mailWriters.set(LINK_MESSAGE, createLinkMessageWriter({ database: database.background, tokens, mailing }))
  }
  const guests = createGuests({
    database,
    transact,
    attempts: createAttempts({ database, transact }),
    passwordTurns,
    signer
  })
  app.decorate('guests', guests)
  app.decorate('guestComments', createGuestComments({ transact }))
  app.decorate('guestDecisions', createGuestDecisions({ transact }))
  app.decorate('guestUploads', createGuestUploads(app))
  app.decorate('sharedAssets', createSharedAssets(app))
  app.decorate('sharedVersions', createSharedVersions({ versions: app.media.versions }))
  app.decorate('sharedDownloads', createSharedDownloads({ finder: app.finder, bundles: app.media.bundles }))
  app.decorateRequest('link', null as unknown as OpenLink)

  app.addHook('onRequest', async function admitGuest (request: FastifyRequest, reply: FastifyReply) {
    const { shared } = request.routeOptions.config
    if (shared === undefined) return
    reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
    const link = await guests.open(bearerOf(request))
    if (link.isLocked && shared === 'open') throw new Unauthorized()
    request.link = link
    request.caller = guestCaller(link.maker, link.id)
    request.unit = createUnit(app, request.caller)
  })

  const saveUses = () => guests.saveUses(app.transactInBackground)
  app.jobs.push({ name: 'link-uses', everywhere: true, intervalMs: SAVE_USES_MS, run: saveUses })
  // The process must stop even if the database takes no writes.
  app.addHook('onClose', () => saveUses().catch((error: unknown) => {
    app.log.error({ err: error }, 'openings of links could not be recorded')
  }))
}, { name: 'links', dependencies: ['config', 'database', 'transact', 'sign-in', 'search', 'media', 'mail', 'drop-folders'] })
