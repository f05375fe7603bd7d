import { signal } from '@preact/signals'
import { isJunk } from '../../src/basics/junk.ts'
import { tell } from '../ui/notes.tsx'
import type { Picked } from '../ui/picked.ts'
import { count } from '../ui/words.ts'
import { makeItem } from './make.ts'
import { sendFile } from './sendings.ts'

/** How many names of files are shown that are left out. */
const NAMES_SHOWN = 5

interface Asked {
  readonly picked: readonly Picked[]
  readonly projectId: string | null
  /** The projects that are already made, by folder: a second try goes on from there. */
  readonly projects: Map<string, string>
}

/** Files in folders, of which somebody has to say whether each folder becomes a project. */
export const asked = signal<Asked | null>(null)

/** Sends files as assets, without those that systems leave on cards. Those in folders are asked about first. */
export function sendPicked (chosen: readonly Picked[], projectId: string | null): void {
  const picked = chosen.filter(({ file, folder }) => !isJunk(`${folder}/${file.name}`))
  const leftOut = new Set(chosen.filter((one) => !picked.includes(one)).map(({ file }) => file.name))
  const names = [...leftOut].slice(0, NAMES_SHOWN).join(', ')
  if (leftOut.size > 0) tell(`Left out: ${count(chosen.length - picked.length, 'file')} (${names})`)
  if (picked.some(({ folder }) => folder !== '')) asked.value = { picked, projectId, projects: new Map() }
  else for (const { file } of picked) sendFile(file, null, projectId)
}

/** Makes a project of each folder, at any depth, and sends the files into them. */
export async function sendToProjects ({ picked, projectId, projects }: Asked): Promise<void> {
  const top = projectId === 'none' ? null : projectId
  for (const folder of [...new Set(picked.map(({ folder }) => folder))].sort()) {
    const names = folder.split('/')
    for (let depth = 1; depth <= names.length; depth++) {
      const path = names.slice(0, depth).join('/')
      if (projects.has(path)) continue
      const parent = projects.get(names.slice(0, depth - 1).join('/')) ?? top
      projects.set(path, await makeItem('project', names[depth - 1]!.slice(0, 1000), parent))
    }
  }
  for (const { file, folder } of picked) sendFile(file, null, projects.get(folder) ?? top)
}
