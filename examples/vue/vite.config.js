import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

/** Names with a hyphen are elements of the browser's, not components that Vue would look for. */
const isCustomElement = tag => tag.includes('-');

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
});
