import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { projectRoot } from '#src/basics/paths.js'

/** What a release has that this one does not have. */
export interface MadeUp {
  readonly version: string
  /** Scripts by the name of their folder, for each database. */
  readonly migrations?: Readonly<Record<'sqlite' | 'postgresql', Readonly<Record<string, string>>>>
  /** Replaces texts in built files, such as `src/search/state.js`. */
  readonly edits?: Readonly<Record<string, readonly [from: string, to: string]>>
}

export interface MadeRelease {
  /** Scripts to start. */
  readonly server: string
  readonly command: string
}

/** Makes another release of the built one, in a folder that is removed after the test. */
export async function makeRelease (t: Test, { version, migrations, edits = {} }: MadeUp): Promise<MadeRelease> {
  const root = await mkdtemp(join(tmpdir(), 'cutroom-release-'))
  t.teardown(() => rm(root, { recursive: true, force: true }))
  for (const part of ['dist/src', 'dist/plugins', 'dist/routes', 'dist/prisma', 'dist/console', 'dist/client', 'prisma/migrations']) {
    await cp(join(projectRoot, part), join(root, part), { recursive: true })
  }
  for (const shared of ['node_modules', 'docs', 'client', 'CHANGELOG.md', '.env.example']) {
    await symlink(join(projectRoot, shared), join(root, shared))
  }
  const description = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'))
  await writeFile(join(root, 'package.json'), JSON.stringify({ ...description, version }))
  for (const [dialect, scripts] of Object.entries(migrations ?? {})) {
    for (const [name, script] of Object.entries(scripts)) {
      const folder = join(root, 'prisma/migrations', dialect, name)
      await mkdir(folder)
      await writeFile(join(folder, 'migration.sql'), script)
    }
  }
  for (const [path, [from, to]] of Object.entries(edits)) {
    const file = join(root, 'dist', path)
    const text = await readFile(file, 'utf8')
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`)
    await writeFile(file, text.replace(from, to))
  }
  return { server: join(root, 'dist/src/server.js'), command: join(root, 'dist/src/cli/main.js') }
}
