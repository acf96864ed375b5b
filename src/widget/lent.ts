/** What the panel hands over to the engine's chunk (borrowed.ts has the reasons): its own Preact, signals, context and frame clock, and what saves bytes. */

import { batch, computed, effect, signal } from '@preact/signals-core';
import { Fragment, h, hydrate, options } from 'preact';
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { asking } from '../client/asking.ts';
import { createEmitter } from '../client/emitter.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { onBeat } from '../ui/beat.ts';
import { focusedBeside, focusOnward, focusStill, keepFocus } from '../ui/focus.ts';
import { Link } from '../ui/Link.tsx';
import { useLive, useSignal } from '../ui/signals.ts';
import { UiContext } from '../ui/ui-context.ts';
import { adoptStyles, dropStyles } from './style-sheet.ts';

export const lent = {
  batch,
  computed,
  effect,
  signal,
  h,
  Fragment,
  hydrate,
  options,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  UiContext,
  onBeat,
  asking,
  createEmitter,
  useLive,
  useSignal,
  adoptStyles,
  dropStyles,
  Avatar,
  Button,
  Link,
  focusedBeside,
  focusStill,
  keepFocus,
  focusOnward,
};

export type Lent = typeof lent;
