#pragma once

int plain();
