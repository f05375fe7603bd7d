import { useSignal } from '@preact/signals'
import { api, done } from '../api/client.ts'
import { ProjectField, titleOf } from '../items/project-field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { CheckInput, SelectInput, TextInput } from '../ui/inputs.tsx'
import { tellFailure } from '../ui/notes.tsx'

const ROLES = ['Admin', 'Member', 'Viewer'] as const

/** What was made for a user, to be shown once. */
export interface Made {
  readonly email: string
  readonly what: string
  readonly value: string
}

interface NewUserProps {
  /** Without passwords, people come in by the provider alone. */
  readonly hasPasswords: boolean
  readonly onClose: () => void
  /** Null if there is nothing to show. */
  readonly onMade: (made: Made | null) => Promise<void>
}

interface Chosen {
  readonly id: string
  readonly title: string
}

/** One form for a user: who it is, what the user sees, in which projects and with which role, and how to come in. */
export function NewUser ({ hasPasswords, onClose, onMade }: NewUserProps) {
  const email = useSignal('')
  const name = useSignal('')
  const admin = useSignal(false)
  const access = useSignal('account')
  const projects = useSignal<readonly Chosen[]>([])
  const role = useSignal<(typeof ROLES)[number]>('Member')
  const invites = useSignal(true)
  const getsKey = useSignal(false)
  const isBounded = !admin.value && access.value === 'projects'

  async function choose (id: string | null) {
    if (id === null) return
    const title = await titleOf(id)
    if (projects.value.some((project) => project.id === id)) return
    projects.value = [...projects.value, { id, title }]
  }

  async function make () {
    const body = {
      email: email.value.trim(),
      name: name.value.trim(),
      admin: admin.value,
      access: isBounded ? 'projects' as const : 'account' as const,
      ...(hasPasswords ? { invite: invites.value } : { key: getsKey.value })
    }
    const { user, api_key: key, invitation } = await done(api.POST('/api/v2/admin/users', { body }))
    for (const { id } of projects.value) {
      await done(api.POST('/api/v2/projects/{project_id}/members', {
        params: { path: { project_id: id } }, body: { user_id: user!.id, role: role.value }
      })).catch(tellFailure)
    }
    const shown = invitation === undefined ? key?.key : invitation.url
    await onMade(shown === undefined
      ? null
      : { email: body.email, what: invitation === undefined ? 'key' : 'invitation', value: shown })
  }

  return (
    <FormDialog title='New user' verb='Make user' onClose={onClose} work={make}>
      <TextInput label='E-mail' type='email' value={email} required autoFocus maxLength={254} />
      <TextInput label='Name' value={name} hint='What others see' maxLength={100} />
      <CheckInput label='Administrator' value={admin} hint='manages fields, webhooks and users' />
      {!admin.value && (
        <SelectInput label='Access' value={access}>
          <option value='account'>account: everything</option>
          <option value='projects'>projects: those of which the user is a member</option>
        </SelectInput>
      )}
      {!admin.value && (
        <>
          <ProjectField
            key={projects.value.length} label={isBounded ? 'Add a project' : 'Add as a member of a project'}
            value={null} onChange={choose}
          />
          {projects.value.length > 0 && (
            <>
              <ul class='chosen' aria-label='Projects'>
                {projects.value.map(({ id, title }) => (
                  <li key={id}>
                    {title}{' '}
                    <button
                      type='button' class='link'
                      onClick={() => { projects.value = projects.value.filter((project) => project.id !== id) }}
                    >
                      Remove<span class='hidden-text'> {title}</span>
                    </button>
                  </li>
                ))}
              </ul>
              <SelectInput label='Role' value={role}>{ROLES.map((each) => <option key={each}>{each}</option>)}</SelectInput>
            </>
          )}
          {isBounded && projects.value.length === 0 && (
            <p class='quiet'>Without a project the user sees nothing yet but what the user adds.</p>
          )}
        </>
      )}
      {hasPasswords
        ? <CheckInput label='Invite' value={invites} hint='a link to set a password; otherwise a key for a program' />
        : <CheckInput label='Key' value={getsKey} hint='for a program; people come in by the provider' />}
    </FormDialog>
  )
}
