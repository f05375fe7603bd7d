import { createUsers } from '../../src/access/users.js'
import { onOneDatabase, type Answer, type World } from '../helper/app.js'
import { addAsset, addProject, NOBODYS_ID } from '../helper/items.js'

/** The data for the lines of the table. */
interface Setting extends World {
  readonly asset: { id: string }
  readonly project: { id: string }
  /** Issues an expired token. */
  issueExpired (kind: 'reset_password' | 'confirmation'): Promise<string>
}

/**
 * The situation, the status and the text of section 7, and requests that lead there. `text` fills a placeholder in.
 */
type Line = [
  situation: string,
  status: number,
  quote: string,
  requests: Array<(setting: Setting) => Promise<Answer>>,
  text?: (setting: Setting) => string
]

const STRANGE_USER_ID = 987654

const table: Line[] = [
  ['Asset missing', 404, 'asset not found', [
    ({ admin }) => admin.get(`assets/${NOBODYS_ID}`),
    ({ admin }) => admin.put(`assets/${NOBODYS_ID}`, { title: 'New' }),
    ({ admin }) => admin.put(`assets/${NOBODYS_ID}`),
    ({ admin }) => admin.delete(`assets/${NOBODYS_ID}`),
    ({ admin }) => admin.post(`assets/${NOBODYS_ID}/trash_bin`),
    ({ admin }) => admin.post(`assets/${NOBODYS_ID}/trashbin`),
    ({ admin }) => admin.post(`assets/${NOBODYS_ID}/restore`),
    ({ admin, project }) => admin.post(`assets/${NOBODYS_ID}/assign`, { to_project_id: project.id }),
    ({ admin }) => admin.post(`assets/${NOBODYS_ID}/assign`, { to_project_id: NOBODYS_ID }),
    ({ admin }) => admin.delete(`assets/${NOBODYS_ID}/unassign`),
    ({ admin }) => admin.get(`assets/${NOBODYS_ID}/history`),
    ({ admin, project }) => admin.get(`assets/${project.id}`)
  ]],
  ['Project missing', 404, 'project not found', [
    ({ admin }) => admin.get(`projects/${NOBODYS_ID}`),
    ({ admin }) => admin.put(`projects/${NOBODYS_ID}`, { title: 'New' }),
    ({ admin }) => admin.put(`projects/${NOBODYS_ID}`),
    ({ admin }) => admin.delete(`projects/${NOBODYS_ID}`),
    ({ admin }) => admin.post(`projects/${NOBODYS_ID}/trash_bin`),
    ({ admin }) => admin.post(`projects/${NOBODYS_ID}/trashbin`),
    ({ admin }) => admin.post(`projects/${NOBODYS_ID}/restore`),
    ({ admin, project }) => admin.post(`projects/${NOBODYS_ID}/assign`, { to_project_id: project.id }),
    ({ admin }) => admin.post(`projects/${NOBODYS_ID}/assign`, { to_project_id: NOBODYS_ID }),
    ({ admin }) => admin.delete(`projects/${NOBODYS_ID}/unassign`),
    ({ admin }) => admin.get(`projects/${NOBODYS_ID}/assets`),
    ({ admin }) => admin.get(`projects/${NOBODYS_ID}/history`),
    ({ admin }) => admin.get(`projects/${NOBODYS_ID}/members`),
    ({ admin }) => admin.post(`projects/${NOBODYS_ID}/members`, { user_id: STRANGE_USER_ID }),
    ({ admin }) => admin.delete(`projects/${NOBODYS_ID}/members`, { user_id: STRANGE_USER_ID }),
    ({ admin, asset }) => admin.get(`projects/${asset.id}`)
  ]],
  ['External ID not found', 404, 'not found', [
    ({ admin }) => admin.get('external_ids/nowhere'),
    ({ admin, asset }) => admin.get(`external_ids/${asset.id}`)
  ]],
  ['Invalid string parameter', 422, "Invalid parameter '<name>' value nil: Must be a String", [
    ({ admin }) => admin.post('assets', { title: null }),
    ({ admin }) => admin.post('projects', { title: null }),
    ({ admin, asset }) => admin.put(`assets/${asset.id}`, { title: null }),
    ({ admin, project }) => admin.put(`projects/${project.id}`, { title: null })
  ], () => "Invalid parameter 'title' value nil: Must be a String"],
  ['Missing parameter', 422, 'Missing parameter <name>', [
    ({ admin, asset }) => admin.post(`assets/${asset.id}/assign`, {}),
    ({ admin, project }) => admin.post(`projects/${project.id}/assign`)
  ], () => 'Missing parameter to_project_id'],
  ['Invalid reset or confirmation token', 400, 'Invalid token', [
    ({ admin }) => admin.get('tokens/reset_password_token?token=unknown'),
    ({ admin }) => admin.get('tokens/confirmation_token?token=unknown')
  ]],
  ['Expired reset token', 400, 'Expired token', [
    async ({ admin, issueExpired }) =>
      admin.get(`tokens/reset_password_token?token=${await issueExpired('reset_password')}`)
  ]],
  ['Expired invitation (confirmation token)', 400, 'Invitation expired', [
    async ({ admin, issueExpired }) =>
      admin.get(`tokens/confirmation_token?token=${await issueExpired('confirmation')}`)
  ]],
  ['Assign: target project missing', 200, 'project with id: <id> not found', [
    ({ admin, asset }) => admin.post(`assets/${asset.id}/assign`, { to_project_id: NOBODYS_ID }),
    ({ admin, project }) => admin.post(`projects/${project.id}/assign`, { to_project_id: NOBODYS_ID })
  ], () => `project with id: ${NOBODYS_ID} not found`],
  ['Unassign asset without project', 200, "asset doesn't belong to any project", [
    ({ admin, asset }) => admin.delete(`assets/${asset.id}/unassign`)
  ]],
  ['Unassign project without parent', 200, "project doesn't belong to any project", [
    ({ admin, project }) => admin.delete(`projects/${project.id}/unassign`)
  ]],
  ['Add member: unknown user', 200, 'User not found with id <user_id>', [
    ({ admin, project }) => admin.post(`projects/${project.id}/members`, { user_id: STRANGE_USER_ID })
  ], () => `User not found with id ${STRANGE_USER_ID}`],
  ['Add member: already a member', 200, 'User is already member of this project', [
    ({ admin, adminCaller, project }) => admin.post(`projects/${project.id}/members`, { user_id: adminCaller.userId })
  ]],
  ['Remove member: not a member', 200, 'User is not a member of this project', [
    async ({ admin, addUser, project }) =>
      admin.delete(`projects/${project.id}/members`, { user_id: (await addUser()).id }),
    ({ admin, project }) => admin.delete(`projects/${project.id}/members`, { user_id: STRANGE_USER_ID })
  ]],
  ['Remove member: last member', 200, 'Project must have at least one member', [
    ({ admin, adminCaller, project }) => admin.delete(`projects/${project.id}/members`, { user_id: adminCaller.userId })
  ]]
]

onOneDatabase('Errors have the status and the text of the table in section 7, word for word', async (t, world) => {
  const setting: Setting = {
    ...world,
    asset: await addAsset(world.admin),
    project: await addProject(world.admin),
    issueExpired: async (kind) => {
      const { token } = await createUsers(world.app).issueToken({ kind, email: world.adminCaller.email })
      await world.app.transact(
        world.adminCaller,
        (tx) => tx.prisma.token.updateMany({ where: { kind }, data: { expiresAt: new Date(0) } })
      )
      return token
    }
  }
  for (const [situation, status, quote, requests, text = () => quote] of table) {
    await t.test(`${situation}: ${status} ${quote}`, async (t) => {
      for (const request of requests) {
        const answer = await request(setting)
        t.equal(answer.status, status)
        t.strictSame(answer.body, { error: text(setting) })
        t.match(answer.headers['content-type'], /^application\/json/)
      }
    })
  }

  await t.test('Success texts of member operations name the user and the project', async (t) => {
    const { admin, project } = setting
    const user = await world.addUser()
    const added = await admin.post(`projects/${project.id}/members`, { user_id: user.id })
    t.strictSame([added.status, added.body], [200, { ok: `User ${user.id} has been added to project ${project.id}` }])
    const removed = await admin.delete(`projects/${project.id}/members`, { user_id: user.id })
    t.strictSame([removed.status, removed.body], [200, {
      ok: `User ${user.id} has been removed from project ${project.id}`
    }])
  })
})
