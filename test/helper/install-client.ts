import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadClient } from './client.js'
import { blocksOf } from './documents.js'

/** Where the service is in documents. */
export const ADDRESS = 'http://127.0.0.1:3000'

const [install] = blocksOf('docs/clients.md', 'console')

/** A program of somebody else, with the client that the service serves. */
export async function installClient (folder: string, url: string): Promise<void> {
  await loadClient()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type": "module", "private": true}')
  const [program, ...words] = install!.trim().replace(ADDRESS, url).split(' ')
  await promisify(execFile)(program!, [...words, '--no-audit', '--no-fund'], { cwd: folder })
}
