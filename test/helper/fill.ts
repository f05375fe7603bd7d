import { newId } from '../../src/basics/ids.js'
import type { Transaction } from '../../src/core/transact.js'
import type { World } from './app.js'

/** The app to write with, and the caller to write as. */
type Writer = { readonly app: Pick<World['app'], 'transact'> } & Pick<World, 'adminCaller'>

const CHUNK = 500

/** Adds many items to a project faster than requests could, without history. Returns their ids, in order. */
export async function fillProject (
  { app, adminCaller }: Writer, projectId: string, { assets = 0, projects = 0 }: { assets?: number, projects?: number }
) {
  const { accountId, email } = adminCaller
  const rows = (count: number, title: string) =>
    Array.from({ length: count }, (_, index) => {
      const createdAt = new Date()
      return {
        id: newId(),
        accountId,
        projectId,
        owner: email,
        description: '',
        title: `${title} ${index}`,
        category: '',
        tags: '[]',
        createdAt,
        modifiedAt: createdAt
      }
    })
  const added = { assets: rows(assets, 'Asset'), projects: rows(projects, 'Project') }
  await app.transact(adminCaller, async (tx) => {
    for (let start = 0; start < assets; start += CHUNK) {
      await tx.prisma.asset.createMany({
        data: added.assets.slice(start, start + CHUNK).map((row) => ({ ...row, mediaType: 'placeholder' }))
      })
    }
    for (let start = 0; start < projects; start += CHUNK) {
      await tx.prisma.project.createMany({ data: added.projects.slice(start, start + CHUNK) })
      await logParents(tx, added.projects.slice(start, start + CHUNK))
    }
  })
  return { assets: added.assets.map((row) => row.id), projects: added.projects.map((row) => row.id) }
}

/** Creates a chain of projects, each in the one before it, without history. Returns their ids from the top down. */
export async function fillChain ({ app, adminCaller }: World, depth: number): Promise<string[]> {
  const { accountId, email } = adminCaller
  const createdAt = new Date()
  const ids = Array.from({ length: depth }, () => newId())
  const rows = ids.map((id, index) => (
    {
      id,
      accountId,
      projectId: ids[index - 1] ?? null,
      owner: email,
      description: '',
      title: `Level ${index}`,
      category: '',
      tags: '[]',
      createdAt,
      modifiedAt: createdAt
    }
  ))
  await app.transact(adminCaller, async (tx) => {
    for (let start = 0; start < depth; start += CHUNK) {
      await tx.prisma.project.createMany({ data: rows.slice(start, start + CHUNK) })
      await logParents(tx, rows.slice(start, start + CHUNK))
    }
  })
  return ids
}

/** Logs the places of the projects, as if they had never moved. */
async function logParents (
  { prisma }: Transaction, rows: ReadonlyArray<{ id: string, accountId: number, projectId: string | null }>
): Promise<void> {
  await prisma.projectParent.createMany({
    data: rows.map(({ id, accountId, projectId }) => ({ accountId, projectId: id, number: 0, parentId: projectId }))
  })
}
