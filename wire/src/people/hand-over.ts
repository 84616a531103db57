import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { OWNED_OBJECT_KINDS, PERSONAL_KINDS } from './kinds.ts'

export const ownedObjectKindSchema = z.enum(OWNED_OBJECT_KINDS)
export type OwnedObjectKind = z.infer<typeof ownedObjectKindSchema>

const objectIdSchema = z.union([z.int(), z.string().min(1).max(500)])

export const ownedObjectSchema = z.object({
  id: objectIdSchema,
  name: z.string(),
  published: z.boolean().optional().describe('Only for assistants'),
})
export type OwnedObject = z.infer<typeof ownedObjectSchema>

/** All objects of one person, by kind. Kinds without objects are empty lists. */
export const ownedObjectsSchema = z.record(ownedObjectKindSchema, z.array(ownedObjectSchema))
export type OwnedObjects = z.infer<typeof ownedObjectsSchema>

export const ownedObjectOverviewSchema = z.object({
  user_id: z.int(),
  total: z.int(),
  /** The number of objects that must be handed over or deleted before the account can be deleted. */
  blocking: z.int(),
  possessions: ownedObjectsSchema,
  personal: z
    .record(z.enum(PERSONAL_KINDS), z.int())
    .describe('The number of objects that would be deleted with the account'),
})
export type OwnedObjectOverview = z.infer<typeof ownedObjectOverviewSchema>

export const handOverRequestSchema = z
  .strictObject({
    to: z.int().min(1).describe('The colleague who becomes the owner'),
    kinds: z.array(ownedObjectKindSchema).min(1).optional().describe('Only these kinds; omitted: all'),
    ids: z
      .partialRecord(ownedObjectKindSchema, z.array(objectIdSchema).min(1).max(1000))
      .optional()
      .describe('Only these objects, by kind. A tool secret’s id is its name, a file’s id is its path.'),
  })
  .refine(({ kinds, ids }) => kinds === undefined || ids === undefined, {
    error: fieldText('fields.kinds_or_ids'),
  })
export type HandOverRequest = z.input<typeof handOverRequestSchema>

export const handedOverSchema = z.object({
  from: z.int(),
  to: z.int(),
  counts: z.record(ownedObjectKindSchema, z.int()),
  renamed: z
    .array(
      z.object({
        kind: ownedObjectKindSchema,
        id: objectIdSchema,
        old_name: z.string(),
        new_name: z.string(),
      }),
    )
    .describe('Objects whose name the new owner already used'),
  unavailable: z
    .array(
      z.object({
        assistant_id: z.int(),
        assistant_name: z.string(),
        owner_id: z.int(),
        kind: z.string(),
        id: z.string(),
      }),
    )
    .describe('Objects that an assistant uses but its new owner can’t access'),
})
export type HandedOver = z.infer<typeof handedOverSchema>

export const receiverQuerySchema = z.object({ search: z.string().trim().max(200).default('') })
export const receiverSchema = z.object({ id: z.int(), name: z.string(), email: z.string() })
export type Receiver = z.infer<typeof receiverSchema>
export const receiverListSchema = z.object({ receivers: z.array(receiverSchema) })

export const deleteUserQuerySchema = z.object({
  hand_over_to: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Hand everything the user owns to this colleague, then delete the account'),
})
