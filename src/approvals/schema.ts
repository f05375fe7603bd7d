import { Type } from '@sinclair/typebox'
import { guestView } from '../core/guest-view.js'
import { described, Nullable } from '../http/schemas.js'
import { descriptions, idOf } from '../openapi/descriptions.js'
import { samples } from '../openapi/samples.js'

export const decisions = ['approved', 'rejected'] as const
export type Decision = typeof decisions[number]

const text = Type.String()

/** An approval as the API shows it. */
export const Approval = Type.Object({
  id: described(Type.Integer(), idOf('approval'), 5),
  user_id: described(Type.Integer(), 'Id of the user who was asked; 0 for a guest.', 2),
  asked_by: described(Type.Integer(), 'Id of the user who asked for the approval; 0 if a guest decided.', 1),
  status: described(Type.String({ enum: ['pending', ...decisions] }), 'Decision, or `pending`.', 'pending'),
  text: described(
    Nullable(text), 'Question to the user while the approval is pending, afterwards the comment on the decision.', null
  ),
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  decided_at: described(Nullable(text), 'When it was decided; null while the approval is pending.', null),
  guest: described(Type.Boolean(), 'Whether a guest decided through a link, without being asked.', false),
  author: described(text, descriptions.author, samples.email),
  link_id: described(Nullable(Type.Integer()), 'Id of the link of the guest; null for a user.', null)
}, { title: 'Approval' })

/** A decision as guests see it. */
export const approvalOfGuests = guestView(Approval, 'SharedApproval', ['id', 'author', 'guest', 'status', 'text', 'decided_at'])
