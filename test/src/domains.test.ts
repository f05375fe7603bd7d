import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { projectRoot } from '../../src/basics/paths.js'
import { eventKinds } from '../../src/core/events/kinds.js'

/** Domains that can be taken out, with the words that tell of them. */
const domains: Readonly<Record<string, RegExp>> = {
  favorites: /favorit/i,
  approvals: /approv/i,
  collections: /(?<!garbage )collections?\b/i,
  comments: /comment/i,
  links: /link_?id\b|guest_?link/i,
  notifications: /notification/i,
  attachments: /attachment/i
}

/** What a domain is made of, or tells of. */
const below: Readonly<Record<string, readonly string[]>> = {
  links: ['collections', 'comments'],
  comments: ['attachments', 'links'],
  attachments: ['comments'],
  notifications: ['comments', 'approvals']
}

const registries = ['consumers.ts', 'releases.ts', 'extensions.ts', 'errors.ts', 'core/events/kinds.ts']

/** Clients of the API, the names of migrations, and the settings. */
const apart = /^(?:mcp|cli|database\/migrate\/before-init)\/|^process\/config/

/** The same words for other things: comments in texts and files of others, a header of HTTP, an event of PostgreSQL. */
const otherwise: Readonly<Record<string, RegExp>> = {
  comments: /^(?:media\/analysis\/inside\/|media\/fetch\/web-page|media\/bundles\/zip-|outbound\/name-files|fields\/rich-text\/simplify)/,
  attachments: /^(?:http\/markers|media\/serve\/disposition)/,
  notifications: /^database\/postgresql\/notices/
}

t.test('No file outside the folder of a domain speaks of it, but the registries', async (t) => {
  const root = join(projectRoot, 'src')
  const spoken = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !registries.includes(path) && !apart.test(path))
    .flatMap((path) => {
      const folder = path.split('/')[0]!
      const foreign = Object.entries(domains)
        .filter(([name]) => name !== folder && !below[folder]?.includes(name))
      return readFileSync(join(root, path), 'utf8')
        .replace(/\b[A-Z]+(?:_[A-Z]+)+\b/g, (word) => (eventKinds as readonly string[]).includes(word) ? '' : word)
        .split('\n')
        .flatMap((line) => foreign.filter(([name, words]) => words.test(line) && otherwise[name]?.test(path) !== true)
          .map(([name]) => `${path} speaks of ${name}: ${line.trim()}`))
    })
  t.strictSame(spoken, [])
})
