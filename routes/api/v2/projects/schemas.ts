import { Type } from '@sinclair/typebox'
import { roles, tableOfRoles } from '#src/access/roles.js'
import { RoleRefused } from '#src/errors.js'
import {
  described, Description, Name, OneOf, Reference, strict, Text, TextList, WholeNumber, WholeNumberText
} from '#src/http/schemas.js'
import { ListQuery } from '#src/http/list.js'
import type { Tag } from '#src/openapi/tags.js'
import { answerTo, answerToUpdate, unplaced, wholeExample } from '../examples.js'
import { ListedAsset } from '../search/schemas.js'
import { Asset, HistoryEntry, HistoryReply, Project, samples, tagChanges, UpdateErrors } from '../schemas.js'

export const projectsTag: Tag = {
  name: 'Projects',
  description:
    `What assets are gathered in, and who works on it. Projects may be placed under one another.\n\nRoles of members bind users with the access \`projects\` only; the highest counts that a user has in the project of an item or above it. Everybody may create items, and leave a project. Otherwise the answer is 403 \`${new RoleRefused().message}\`.\n\n${tableOfRoles}`,
  position: 20
}

export const ProjectParams = Type.Object({
  project_id: described(Type.String(), 'Id of the project.', samples.projectId)
})

export const CreateProjectBody = Type.Object({
  title: described(Name, 'What people call it.', samples.project.title),
  description: Type.Optional(described(Description, 'Empty if it is not sent.', samples.project.description)),
  category: Type.Optional(described(Name, 'Empty if it is not sent.', samples.project.category)),
  tags: Type.Optional(described(TextList, 'None if they are not sent.', samples.project.tags))
})

export const UpdateProjectBody = Type.Object({
  title: Type.Optional(described(Name, 'What people call it.', 'Documentary, final cut')),
  description: Type.Optional(described(Description, 'Replaces the one there is.')),
  category: Type.Optional(described(Name, 'Replaces the one there is.')),
  external_id: Type
    .Optional(described(
      Reference, 'Unique in the account over assets and projects. An empty string clears it.', samples.projectExternalId
    )),
  tags: Type.Optional(described(TextList, 'Replace the ones there are.', ['2026', 'festival'])),
  ...tagChanges
})

export const AssignBody = Type.Object({
  to_project_id: described(Text, 'Id of the active project under which this one is placed.', samples.parentProjectId)
})

const ROLE_TEXT = 'What a member with the access `projects` may do in the project and below it.'

export const MemberBody = Type.Object({
  user_id: described(WholeNumber, 'Id of a user whom you see: GET /users.', 2),
  role: Type.Optional(described(OneOf(roles), `${ROLE_TEXT} \`Member\` if it is not sent.`, 'Member'))
})

export const RoleBody = strict(Type.Object({
  user_id: described(WholeNumber, 'Id of the member.', 2),
  role: described(OneOf(roles), ROLE_TEXT, 'Viewer')
}))

/** Some clients and proxies send no body with DELETE: the query may name the member instead. */
export const FormerMemberBody = Type.Object({
  user_id: Type
    .Optional(described(
      WholeNumber, 'Id of the member. It wins over the one in the query; one of the two must be there.', 2
    ))
})
export const FormerMemberQuery = Type.Object({
  user_id: Type.Optional(described(WholeNumberText, 'Id of the member, where the body does not have it.', 2))
})

export const ProjectReply = Type.Object({ project: Project }, { description: 'The project.' })

export const CreateProjectReply = answerTo(CreateProjectBody, ProjectReply, unplaced)

export const UpdateProjectReply = answerToUpdate(UpdateProjectBody,
  Type.Object({ project: Project, errors: UpdateErrors }, { description: 'The project as it is now.' }))

export const ProjectPathReply = Type.Object({
  path: described(
    Type.Array(Type.Object({
      id: described(Type.String(), 'Id of the project.'),
      title: described(Type.String(), 'What people call it.')
    })),
    'From the top down.',
    [{ id: samples.parentProjectId, title: 'Festival' }, { id: samples.projectId, title: samples.project.title }]
  )
}, { description: 'The path of the project.' })

export const ProjectListReply = Type.Object({
  projects: described(Type.Array(Type.String()), 'Ids, oldest first.', [samples.projectId])
}, { description: 'The projects.' })

const subproject = {
  ...wholeExample(Project),
  id: samples.subprojectId,
  external_id: null,
  project_id: samples.projectId,
  title: 'Interviews',
  description: ''
}

export const ProjectAssetsQuery = Type.Object({
  include: Type.Optional(described(
    OneOf(['media']), '`media`: each asset with its files, as its own list has them, with URLs.', 'media'
  )),
  ...ListQuery.properties
})

export const ProjectAssetsReply = Type.Object({
  assets: described(Type.Array(ListedAsset), 'Whole.', [wholeExample(Asset)]),
  subprojects: described(Type.Array(Project), 'Without what is below them.', [subproject])
}, { description: 'What is directly in the project, trashed items left out, oldest first.' })

const added = {
  ...wholeExample(HistoryEntry),
  id: samples.earlierEntryId,
  event: 'PROJECT_ADDED',
  targets: { project_id: samples.projectId }
}
const joined = {
  ...added,
  id: samples.entryId,
  event: 'USER_LINKED',
  targets: { project_id: samples.projectId, user_id: 1 }
}

export const ProjectHistoryReply = described(HistoryReply, 'The entries, newest first.', { history: [joined, added] })

/** A member (section 2.3 of the contract). */
const Member = Type.Object({
  id: described(Type.Integer(), 'Id of the user.', 1),
  email: described(Type.String(), 'E-mail of the user.', samples.email),
  role: described(
    Type.String({ enum: [...roles] }),
    '`Admin` for who created the project, `Member` for who was added without a role.',
    'Admin'
  )
}, { title: 'Member' })

export const MembersReply = Type.Object({ members: Type.Array(Member) }, {
  description: 'The members, in the order of their ids.'
})
