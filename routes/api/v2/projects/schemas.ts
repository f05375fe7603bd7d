import { Type } from '@sinclair/typebox'
import { isAtLeast, leastRoles, roles } from '#src/access/roles.js'
import { RoleRefused } from '#src/errors.js'
import {
  described, Description, Flag, Name, OneOf, Reference, strict, Text, TextList, WholeNumber, WholeNumberText
} from '#src/http/schemas.js'
import { ListQuery } from '#src/http/list.js'
import type { Included } from '#src/included/included.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { IncludeList } from '#src/search/schema.js'
import { AvatarUrl } from '../avatars.js'
import { answerTo, answerToUpdate, unplaced, wholeExample } from '../examples.js'
import { ListedAsset, ListedProject } from '../search/schemas.js'
import { MaybeThumbnail, Thumbnail } from '../thumbnails.js'
import { Asset, HistoryEntry, HistoryReply, Project, samples, tagChanges, UpdateErrors } from '../schemas.js'

const rights: Readonly<Record<keyof typeof leastRoles, string>> = {
  read: 'Read, search, follow, export, download, comment',
  change: 'Change the project and what is below it: texts, files, attachments, publications, values; ask for approvals, make links',
  place: 'Assign, unassign, trash and restore what is below the project',
  placeProject: 'Assign, unassign, trash and restore the project itself',
  purge: 'Delete for good',
  manage: 'Add and remove members, set their roles',
  moderate: 'Remove comments, approvals and links of others'
}

/** The table in Markdown, for the API document and docs/people.md. */
export const tableOfRoles = [
  `| | ${[...roles].reverse().join(' | ')} |`,
  `|---${'|---'.repeat(roles.length)}|`,
  ...Object.entries(leastRoles).map(([verb, least]) => {
    const marks = [...roles].reverse().map((role) => isAtLeast(role, least) ? '●' : '')
    return `| ${rights[verb as keyof typeof rights]} | ${marks.join(' | ')} |`
  })
].join('\n')

export const projectsTag: Tag = {
  name: 'Projects',
  description:
    `Projects contain assets and other projects, and have members.\n\nRoles limit only users with the access \`projects\`. The highest role counts that a user has in the project of an item or in a project above it. All users may create items, and leave a project. A request that the role does not allow gets 403 \`${new RoleRefused().message}\`.\n\n${tableOfRoles}`,
  position: 20
}

export const ProjectParams = Type.Object({
  project_id: described(Type.String(), idOf('project'), samples.projectId)
})

export const CreateProjectBody = Type.Object({
  title: described(Name, descriptions.title, samples.project.title),
  description: Type.Optional(described(Description, descriptions.newDescription, samples.project.description)),
  category: Type.Optional(described(Name, descriptions.newCategory, samples.project.category)),
  tags: Type.Optional(described(TextList, descriptions.newTags, samples.project.tags)),
  private: Type.Optional(described(Flag, `${descriptions.private} \`false\` by default.`, false))
})

export const UpdateProjectBody = Type.Object({
  title: Type.Optional(described(Name, descriptions.title, 'Documentary, final cut')),
  description: Type.Optional(described(Description, descriptions.replacesDescription)),
  category: Type.Optional(described(Name, descriptions.replacesCategory)),
  external_id: Type
    .Optional(described(
      Reference, descriptions.newExternalId, samples.projectExternalId
    )),
  tags: Type.Optional(described(TextList, descriptions.replacesTags, ['2026', 'festival'])),
  private: Type.Optional(described(
    Flag,
    `${descriptions.private} It is changed by those who are \`Admin\` as members, and by administrators. Who makes a project private becomes its \`Admin\`.`,
    true
  )),
  ...tagChanges
})

export const AssignBody = Type.Object({
  to_project_id: described(Text, 'Id of the active project to put this project into.', samples.parentProjectId)
})

const ROLE_TEXT = 'Role of the member: it limits what users with the access `projects` may do in the project and below it.'

export const MemberBody = Type.Object({
  user_id: described(WholeNumber, 'Id of a user whom you see (see `GET /users`).', 2),
  role: Type.Optional(described(OneOf(roles), `${ROLE_TEXT} \`Member\` by default.`, 'Member'))
})

export const RoleBody = strict(Type.Object({
  user_id: described(WholeNumber, 'Id of the member.', 2),
  role: described(OneOf(roles), ROLE_TEXT, 'Viewer')
}))

/** Some clients and proxies send no body with DELETE: the query may name the member instead. */
export const FormerMemberBody = Type.Object({
  user_id: Type
    .Optional(described(
      WholeNumber, 'Id of the member. It takes precedence over `user_id` in the query. One of them is required.', 2
    ))
})
export const FormerMemberQuery = Type.Object({
  user_id: Type.Optional(described(WholeNumberText, 'Id of the member, if the body does not have it.', 2))
})

export const ProjectReply = Type.Object({ project: Project }, { description: 'The project.' })

export const CreateProjectReply = answerTo(CreateProjectBody, ProjectReply, unplaced)

export const UpdateProjectReply = answerToUpdate(UpdateProjectBody,
  Type.Object({ project: Project, errors: UpdateErrors }, { description: 'The project after the update.' }))

export const ProjectPathReply = Type.Object({
  path: described(
    Type.Array(Type.Object({
      id: described(Type.String(), idOf('project')),
      title: described(Type.String(), descriptions.title)
    })),
    'Projects of the path, from the top down.',
    [{ id: samples.parentProjectId, title: 'Festival' }, { id: samples.projectId, title: samples.project.title }]
  )
}, { description: 'The path of the project.' })

export const ProjectListReply = Type.Object({
  projects: described(Type.Array(Type.String()), 'Ids of the projects, oldest first.', [samples.projectId])
}, { description: 'The ids of your projects.' })

const subproject = {
  ...wholeExample(Project),
  id: samples.subprojectId,
  external_id: null,
  project_id: samples.projectId,
  title: 'Interviews',
  description: ''
}

export const ProjectAssetsQuery = Type.Object({
  include: Type.Optional(Type.Unsafe<Included | Included[]>(IncludeList)),
  ...ListQuery.properties
})

export const ProjectAssetsReply = Type.Object({
  assets: described(Type.Array(ListedAsset), 'Assets, with all their properties.', [wholeExample(Asset)]),
  subprojects: described(Type.Array(ListedProject), 'Subprojects, without their contents.', [subproject])
}, { description: 'The active items directly in the project, oldest first.' })

export const ThumbnailBody = strict(Type.Object({
  asset_id: described(Text, 'Id of an asset that is in the project, or in a project below it.', samples.assetId)
}))

export const ThumbnailReply = described(Type.Object({
  thumbnail: described(MaybeThumbnail, 'Picture of the project; null if there is none that you see.')
}), 'The picture of the project.', { thumbnail: wholeExample(Thumbnail) })

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

export const ProjectHistoryReply = described(HistoryReply, descriptions.historyReply, { history: [joined, added] })

/** A member (section 2.3 of the contract). */
const Member = Type.Object({
  id: described(Type.Integer(), idOf('user'), 1),
  email: described(Type.String(), descriptions.userEmail, samples.email),
  name: described(Type.String(), descriptions.userName, 'Ann Lee'),
  role: described(
    Type.String({ enum: [...roles] }),
    'Role of the member: `Admin` for the user who created the project, `Member` for users who were added without a role.',
    'Admin'
  ),
  avatar_url: AvatarUrl
}, { title: 'Member' })

export const MembersReply = Type.Object({ members: Type.Array(Member) }, {
  description: 'The members, ordered by id.'
})
