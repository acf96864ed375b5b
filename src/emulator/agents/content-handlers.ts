/** Knowledge base, attributes and variants of a branch. */

import { createTopic, deleteTopic, getTopic, listTopics, updateTopic } from '../../contract/families/agents.ts';
import {
  createAttribute,
  createVariant,
  deleteAttribute,
  deleteVariant,
  listAttributes,
  listVariants,
  updateAttribute,
  updateVariant,
} from '../../contract/families/agents-release.ts';
import { Problem } from '../model/problem.ts';
import { capitalId } from '../model/short-id.ts';
import { type Answer, handle } from '../rest/call.ts';
import type { Content, Topic, Variant } from '../store/agents.ts';
import { MOST_ATTRIBUTES, MOST_VARIANTS } from './content-rules.ts';
import { branchOf, fieldProblem, writableBranch, writeContent } from './find.ts';

function entry<T>(list: Readonly<Record<string, T>>, id: string, name: string): T {
  const found = Object.hasOwn(list, id) ? list[id] : undefined;
  if (found === undefined) throw new Problem(404, `There is no such ${name}.`);
  return found;
}

function without<T>(list: Readonly<Record<string, T>>, id: string): Readonly<Record<string, T>> {
  const { [id]: _, ...others } = list;
  return others;
}

/** Throws 409 if another entry has the name. */
function checkName(
  list: Readonly<Record<string, { readonly id: string; readonly name: string }>>,
  name: string | undefined,
  id: string,
  code: string,
): void {
  const taken = Object.values(list).some(each => each.name === name && each.id !== id);
  if (taken) throw fieldProblem(409, 'name', 'is taken', code);
}

const TOPIC_TAKEN = 'KNOWLEDGE_BASE_TOPIC_ALREADY_EXISTS';
const VARIANT_TAKEN = 'VARIANTS_DUPLICATE_NAME_ERROR';

export const contentHandlers = [
  handle(listTopics, (core, { params }) => ({
    status: 200,
    body: Object.values(branchOf(core, params).branch.content.topics),
  })),

  handle(createTopic, (core, { at, params, body, dialect }) => {
    const on = writableBranch(core, params, dialect);
    const { topics } = on.branch.content;
    checkName(topics, body.name, '', TOPIC_TAKEN);
    const topic: Topic = { isActive: true, ...body, id: capitalId(core, 'TOPIC') };
    writeContent(on, at, { topics: { ...topics, [topic.id]: topic } });
    return { status: 201, body: topic };
  }),

  handle(getTopic, (core, { params }) => ({
    status: 200,
    body: entry(branchOf(core, params).branch.content.topics, params.topicId, 'topic'),
  })),

  handle(updateTopic, (core, { at, params, body, dialect }): Answer => {
    const on = writableBranch(core, params, dialect);
    const { topics } = on.branch.content;
    const topic = entry(topics, params.topicId, 'topic');
    checkName(topics, body.name, topic.id, TOPIC_TAKEN);
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    writeContent(on, at, { topics: { ...topics, [topic.id]: { ...topic, ...given } } });
    return { status: 204 };
  }),

  handle(deleteTopic, (core, { at, params, dialect }): Answer => {
    const on = writableBranch(core, params, dialect);
    const { topics } = on.branch.content;
    entry(topics, params.topicId, 'topic');
    writeContent(on, at, { topics: without(topics, params.topicId) });
    return { status: 204 };
  }),

  handle(listAttributes, (core, { params }) => ({
    status: 200,
    body: { attributes: Object.values(branchOf(core, params).branch.content.attributes) },
  })),

  handle(createAttribute, (core, { at, params, body, dialect }) => {
    const on = writableBranch(core, params, dialect);
    const { attributes } = on.branch.content;
    checkName(attributes, body.name, '', 'SCHEMA_VALIDATION_FAILED');
    if (Object.keys(attributes).length >= MOST_ATTRIBUTES) {
      throw new Problem(400, `A branch has at most ${MOST_ATTRIBUTES} attributes.`, {
        code: 'VARIANTS_BAD_ATTRIBUTES_ERROR',
      });
    }
    const attribute = { id: capitalId(core, 'ATTRIBUTE'), name: body.name };
    writeContent(on, at, { attributes: { ...attributes, [attribute.id]: attribute } });
    return { status: 201, body: attribute };
  }),

  handle(updateAttribute, (core, { at, params, body, dialect }) => {
    const on = writableBranch(core, params, dialect);
    const { attributes, variants } = on.branch.content;
    const before = entry(attributes, params.attributeId, 'attribute');
    checkName(attributes, body.name, before.id, 'SCHEMA_VALIDATION_FAILED');
    const attribute = { ...before, name: body.name };
    const renamed = mapValues(variants, values =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name === before.name ? body.name : name, value]),
      ),
    );
    writeContent(on, at, { attributes: { ...attributes, [attribute.id]: attribute }, variants: renamed });
    return { status: 200, body: attribute };
  }),

  handle(deleteAttribute, (core, { at, params, dialect }) => {
    const on = writableBranch(core, params, dialect);
    const { attributes, variants } = on.branch.content;
    const { name } = entry(attributes, params.attributeId, 'attribute');
    const left = mapValues(variants, values => without(values, name) as Record<string, string>);
    writeContent(on, at, { attributes: without(attributes, params.attributeId), variants: left });
    return { status: 200, body: { id: params.attributeId } };
  }),

  handle(listVariants, (core, { params }) => ({
    status: 200,
    body: { variants: Object.values(branchOf(core, params).branch.content.variants) },
  })),

  handle(createVariant, (core, { at, params, body, dialect }) => {
    const on = writableBranch(core, params, dialect);
    const { content } = on.branch;
    const attributeValues = checkedValues(content, body.attributeValues);
    checkName(content.variants, body.name, '', VARIANT_TAKEN);
    if (Object.keys(content.variants).length >= MOST_VARIANTS) {
      throw new Problem(400, `A branch has at most ${MOST_VARIANTS} variants.`);
    }
    const isDefault = body.isDefault ?? Object.keys(content.variants).length === 0;
    const variant: Variant = { id: capitalId(core, 'VARIANT'), name: body.name, isDefault, attributeValues };
    writeContent(on, at, { variants: withVariant(content, variant) });
    return { status: 201, body: variant };
  }),

  handle(updateVariant, (core, { at, params, body, dialect }) => {
    const on = writableBranch(core, params, dialect);
    const { content } = on.branch;
    const before = entry(content.variants, params.variantId, 'variant');
    if (before.isDefault && body.isDefault === false) {
      throw fieldProblem(
        400,
        'isDefault',
        'cannot be taken from the default variant; give it to another',
        'VARIANTS_REMOVE_DEFAULT_ERROR',
      );
    }
    const values = body.attributeValues && checkedValues(content, body.attributeValues);
    checkName(content.variants, body.name, before.id, VARIANT_TAKEN);
    const variant: Variant = {
      id: before.id,
      name: body.name ?? before.name,
      isDefault: body.isDefault ?? before.isDefault,
      attributeValues: values ?? before.attributeValues,
    };
    writeContent(on, at, { variants: withVariant(content, variant) });
    return { status: 200, body: variant };
  }),

  handle(deleteVariant, (core, { at, params, dialect }) => {
    const on = writableBranch(core, params, dialect);
    const { variants } = on.branch.content;
    if (entry(variants, params.variantId, 'variant').isDefault) {
      throw new Problem(400, 'The default variant cannot be removed.', { code: 'VARIANTS_REMOVE_DEFAULT_ERROR' });
    }
    writeContent(on, at, { variants: without(variants, params.variantId) });
    return { status: 200, body: { id: params.variantId } };
  }),
];

type Values = Readonly<Record<string, string>>;

function mapValues(variants: Content['variants'], change: (values: Values) => Values): Content['variants'] {
  return Object.fromEntries(
    Object.entries(variants).map(([id, each]) => [
      id,
      { ...each, attributeValues: { values: change(each.attributeValues.values) } },
    ]),
  );
}

function checkedValues(
  { attributes }: Content,
  given: Variant['attributeValues'] | undefined,
): Variant['attributeValues'] {
  const names = Object.values(attributes).map(each => each.name);
  const unknown = Object.keys(given?.values ?? {}).find(name => !names.includes(name));
  if (unknown === undefined) return given ?? { values: {} };
  throw fieldProblem(
    400,
    `attributeValues.values.${unknown}`,
    'names no attribute of the branch',
    'VARIANTS_BAD_ATTRIBUTES_ERROR',
  );
}

/** Adds a variant. If it is the default, no other variant stays the default. */
function withVariant({ variants }: Content, variant: Variant): Content['variants'] {
  const others = Object.entries(variants).map(([id, each]) => [
    id,
    variant.isDefault ? { ...each, isDefault: false } : each,
  ]);
  return { ...Object.fromEntries(others), [variant.id]: variant };
}
