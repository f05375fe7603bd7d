import { Type } from '@sinclair/typebox'
import { Text, TextList, WholeNumber } from '../../../../src/http/schemas.js'
import { Project, UpdateErrors } from '../schemas.js'

export const ProjectParams = Type.Object({ project_id: Type.String() })

export const CreateProjectBody = Type.Object({
  title: Text,
  description: Type.Optional(Text),
  category: Type.Optional(Text),
  tags: Type.Optional(TextList)
})

export const UpdateProjectBody = Type.Object({
  title: Type.Optional(Text),
  description: Type.Optional(Text),
  category: Type.Optional(Text),
  external_id: Type.Optional(Text),
  tags: Type.Optional(TextList)
})

export const AssignBody = Type.Object({ to_project_id: Text })

export const MemberBody = Type.Object({ user_id: WholeNumber })

export const ProjectReply = Type.Object({ project: Project })

export const UpdateProjectReply = Type.Object({ project: Project, errors: UpdateErrors })
