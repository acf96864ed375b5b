/** What the panel lends to the engine's chunk (borrowed.ts): its own Preact, signals, context and beat. */

import { batch, computed, effect, signal } from '@preact/signals-core';
import { Fragment, h, hydrate, options } from 'preact';
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { onBeat } from '../ui/beat.ts';
import { UiContext } from '../ui/ui-context.ts';

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
};

export type Lent = typeof lent;
